// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Typed indices. Phases refer to each other's data by Id rather than by pointer: an Id survives
// growth and copies, orders deterministically (pointers do not), and cannot be mixed up with an
// Id of another kind.
#ifndef DETRAIN_ANALYZER_BASE_IDS_H
#define DETRAIN_ANALYZER_BASE_IDS_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "analyzer/base/check.h"

namespace detrain {

// `Tag` is any type, usually the struct that the Id names: `using RegionId = Id<struct Region>;`.
template <typename Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {
    Check(index < none, "too many objects of one kind");
  }

  constexpr bool IsValid() const { return index_ != none; }
  constexpr explicit operator bool() const { return IsValid(); }
  constexpr std::uint32_t Index() const { return index_; }
  constexpr auto operator<=>(const Id&) const = default;

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t index_ = none;
};

// A vector that is indexed by its own kind of Id and checks every access.
template <typename IdType, typename T>
class IdVector {
 public:
  IdType Add(T value) {
    items_.push_back(std::move(value));
    return IdType(items_.size() - 1);
  }
  T& operator[](IdType id) { return items_[Checked(id)]; }
  const T& operator[](IdType id) const { return items_[Checked(id)]; }

  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void Resize(std::size_t count) { items_.resize(count); }
  bool Contains(IdType id) const { return id.IsValid() && id.Index() < items_.size(); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

  // All ids in order, for loops that need the Id and not only the element.
  std::vector<IdType> Ids() const {
    std::vector<IdType> ids;
    ids.reserve(items_.size());
    for (std::size_t index = 0; index < items_.size(); ++index)
      ids.push_back(IdType(index));
    return ids;
  }

 private:
  std::size_t Checked(IdType id) const {
    Check(Contains(id), "id out of range");
    return id.Index();
  }

  std::vector<T> items_;
};

}  // namespace detrain

template <typename Tag>
struct std::hash<detrain::Id<Tag>> {
  std::size_t operator()(detrain::Id<Tag> id) const noexcept { return id.Index(); }
};

#endif
