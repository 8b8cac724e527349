// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flat hash tables of the expression pool: content to id, and pairs of ids to what was computed of them. Both only
// grow.
#ifndef DETRAIN_ANALYZER_INFER_ID_TABLE_H
#define DETRAIN_ANALYZER_INFER_ID_TABLE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace detrain::infer {

// The finalizer of splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
inline std::uint64_t Mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

inline std::uint64_t Combine(std::uint64_t seed, std::uint64_t value) {
  return Mix(seed + 0x9e3779b97f4a7c15U + value);
}

inline std::uint64_t PairKey(std::uint32_t a, std::uint32_t b) {
  return (std::uint64_t{a} << 32U) | b;
}

// Ids of things that somebody else keeps, found by the hash of their content. Half of the hash is kept: whether two
// things are the same is asked anyway.
class IdTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // The id with this hash that `same` accepts; kNone where there is none.
  template <typename Same>
  [[nodiscard]] std::uint32_t Find(std::uint64_t hash, Same same) const {
    if (slots_.empty())
      return kNone;
    const std::uint32_t half = HalfOf(hash);
    for (std::size_t at = half & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.id == kNone || (slot.half == half && same(slot.id)))
        return slot.id;
    }
  }
  // Only what Find does not know may be added.
  void Add(std::uint64_t hash, std::uint32_t id) {
    if (2 * (used_ + 1) > slots_.size())
      Grow();
    Put({HalfOf(hash), id});
    ++used_;
  }

 private:
  struct Slot {
    std::uint32_t half = 0;
    std::uint32_t id = kNone;
  };
  static std::uint32_t HalfOf(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
  void Put(Slot slot) {
    std::size_t at = slot.half & (slots_.size() - 1);
    while (slots_[at].id != kNone)
      at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 8 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.id != kNone)
        Put(slot);
  }
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

// What was computed of a key; any key but all ones.
template <typename Value>
class Memo {
 public:
  [[nodiscard]] const Value* Find(std::uint64_t key) const {
    if (slots_.empty())
      return nullptr;
    const Slot& slot = slots_[Place(key)];
    return slot.key == key ? &slot.value : nullptr;
  }
  void Set(std::uint64_t key, Value value) {
    if (2 * (used_ + 1) > slots_.size())
      Grow();
    Slot& slot = slots_[Place(key)];
    used_ += slot.key == kFree ? 1 : 0;
    slot = {key, value};
  }
  void Clear() {
    if (used_ != 0)
      std::fill(slots_.begin(), slots_.end(), Slot{});
    used_ = 0;
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key = kFree;
    Value value{};
  };
  [[nodiscard]] std::size_t Place(std::uint64_t key) const {
    std::size_t at = Mix(key) & (slots_.size() - 1);
    while (slots_[at].key != key && slots_[at].key != kFree)
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 8 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.key != kFree)
        slots_[Place(slot.key)] = slot;
  }
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace detrain::infer

#endif
