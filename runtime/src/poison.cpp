// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "poison.h"

#include <cstring>
#include <map>
#include <set>
#include <string>

#include "bindings.h"
#include "cxx_streams.h"
#include "device_memory.h"
#include "heap.h"
#include "report.h"

namespace detrain::runtime {
namespace {

struct State {
  std::set<const char*> done;  // objects by address
  std::map<std::string, std::uint64_t> bytes;
};

State& S() {
  static auto* state = new State;
  return *state;
}

bool IsHandle(std::uint8_t dtype) {
  return dtype == DETRAIN_PTR || dtype == DETRAIN_FILE || dtype == DETRAIN_FD || dtype == DETRAIN_OBJECT ||
         IsCxxStream(dtype);
}

// Neither restored nor given: what a correct plan allows to be anything.
bool IsLeftOut(const detrain_leaf& leaf) {
  return !IsHandle(leaf.dtype) && leaf.persistence != DETRAIN_INVARIANT && !IsSaved(leaf);
}

// Counters are restored, which the poison shows.
bool IsPoisonedCounter(const detrain_leaf& leaf) {
  return leaf.persistence == DETRAIN_COUNTER && !IsHandle(leaf.dtype);
}

bool IsPoisoned(const detrain_leaf& leaf) {
  return IsLeftOut(leaf) || IsPoisonedCounter(leaf);
}

template <typename Value>
void Repeat(char* at, std::size_t count, Value value) {
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(at + i * sizeof value, &value, sizeof value);
}

// Quiet NaNs, so that one that is used spreads; integers that are far from zero.
void Fill(char* at, std::size_t count, std::uint8_t dtype) {
  switch (dtype) {
    case DETRAIN_BOOL:  // any other value than 0 and 1 would be undefined behaviour
      for (std::size_t i = 0; i < count; ++i)
        at[i] = at[i] == 0 ? 1 : 0;
      return;
    case DETRAIN_F16:
      return Repeat(at, count, std::uint16_t{0x7EA5});
    case DETRAIN_BF16:
      return Repeat(at, count, std::uint16_t{0x7FE5});
    case DETRAIN_F32:
      return Repeat(at, count, std::uint32_t{0x7FE5A5A5});
    case DETRAIN_F64:
      return Repeat(at, count, std::uint64_t{0x7FFCA5A5A5A5A5A5});
    case DETRAIN_F80:
      for (std::size_t i = 0; i < count; ++i) {
        const long double nan = __builtin_nanl("");
        std::memcpy(at + i * 16, &nan, 10);
      }
      return;
    default:
      std::memset(at, 0xA5, count * ScalarSize(dtype));
  }
}

// Of a leaf that shares its bytes: what it holds turned around, as a flag has but one other value.
void Turn(const detrain_leaf& leaf, char* run, std::size_t size) {
  std::string turned(run, size);
  for (char& c : turned)
    c = static_cast<char>(~c);
  CopyBits(leaf, run, turned.data(), size);
}

void PoisonLeaf(const detrain_region& region, const detrain_leaf& leaf, char* object, std::size_t size) {
  const Layout l = LayoutOf(region, leaf, size);
  ForEachRun(object, l, leaf, [&](char* run, const std::uint64_t*) {
    if (!IsPresent(leaf, run))
      return;
    if (leaf.bits != 0)
      Turn(leaf, run, static_cast<std::size_t>(l.run) * ScalarSize(leaf.dtype));
    else
      Fill(run, l.run, leaf.dtype);
  });
  S().bytes[leaf.path] += l.Scalars() * ScalarSize(leaf.dtype);
}

void PoisonObject(const detrain_region& region, char* object, std::size_t size, bool is_apart,
                  bool (&is_poisoned)(const detrain_leaf&)) {
  HostBytes bytes(object, size, is_apart);
  for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
    const detrain_leaf& leaf = LeafAt(region.first_leaf + i);
    if (is_poisoned(leaf))
      PoisonLeaf(region, leaf, bytes.data(), size);
  }
}

// Of each object of the kind that was not poisoned yet. The whole structure is walked before any of it changes.
void PoisonObjects(ObjectKind kind, bool (&is_poisoned)(const detrain_leaf&)) {
  const Walk walk(Walk::Mode::Lenient);
  for (const auto& [number, object] : walk.objects()) {
    if (object.kind != kind || object.region < 0)
      continue;
    const detrain_region& region = RegionAt(static_cast<std::uint32_t>(object.region));
    if (region.is_const == 0 && S().done.insert(object.address).second)
      PoisonObject(region, object.address, object.size, object.IsApart(), is_poisoned);
  }
}

// Entries of the plan that poison is for, whether the run at hand has memory of them or not.
std::uint64_t PoisonedEntries() {
  std::uint64_t entries = 0;
  const std::vector<bool> reached = ReachedRegions();
  for (std::uint32_t i = 0; i < Plan()->region_count; ++i) {
    const detrain_region& region = RegionAt(i);
    for (std::uint32_t leaf = 0; reached[i] && region.is_const == 0 && leaf < region.leaf_count; ++leaf)
      entries += IsPoisoned(LeafAt(region.first_leaf + leaf)) ? 1 : 0;
  }
  return entries;
}

}  // namespace

void PoisonVariables() {
  PoisonObjects(ObjectKind::Variable, IsPoisoned);
}

void PoisonBlocks() {
  RefreshBlocks();
  PoisonObjects(ObjectKind::Heap, IsLeftOut);
}

void PoisonCounter(const detrain_region& region, const detrain_leaf& leaf, char* object, std::size_t size) {
  if (IsPoisonedCounter(leaf))
    PoisonLeaf(region, leaf, object, size);
}

void PoisonNew(const detrain_region& region, char* block, std::size_t size, bool is_apart) {
  S().done.insert(block);
  PoisonObject(region, block, size, is_apart, IsPoisoned);
}

void ReportPoison() {
  Report({{"event", "poison-plan"}, {"entries", PoisonedEntries()}});
  for (const auto& [path, bytes] : S().bytes)
    Report({{"event", "poison"}, {"path", path}, {"bytes", bytes}});
}

}  // namespace detrain::runtime
