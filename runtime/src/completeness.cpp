// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "completeness.h"

#include <cstring>
#include <map>
#include <set>

#include "bindings.h"
#include "fail.h"
#include "fixed_heap.h"
#include "freed.h"
#include "image.h"
#include "thread_locals.h"
#include "turns.h"

extern "C" {
__attribute__((weak)) int detrain_saves_all = 0;
}

namespace detrain::runtime {
namespace {

bool HoldsSaved(const detrain_region& region) {
  for (std::uint32_t i = 0; i < region.leaf_count; ++i)
    if (IsSaved(LeafAt(region.first_leaf + i)))
      return true;
  return false;
}

class Completeness {
 public:
  explicit Completeness(const Walk& walk) : walk_(walk), objects_(Plan()->region_count) {
    for (const auto& [number, object] : walk.objects())
      if (object.region >= 0)
        objects_[static_cast<std::size_t>(object.region)].push_back(&object);
  }

  std::vector<AbsentRegion> Absent() {
    std::vector<AbsentRegion> absent;
    for (std::uint32_t r = 0; r < Plan()->region_count; ++r) {
      if (!objects_[r].empty() || !HoldsSaved(RegionAt(r)))
        continue;
      absent.push_back({RegionAt(r).path, WhyAbsent(r)});
      if (absent.back().why.empty())
        NotCovered(std::string(RegionAt(r).path) + Missing(r));
    }
    return absent;
  }

 private:
  static std::string Missing(std::uint32_t r) {
    if (RegionAt(r).kind == DETRAIN_HEAP)
      return ": the plan saves this block, and nothing that the program announced leads to it; this step is not saved";
    return ": the plan saves it, and the program has not announced it; this step is not saved";
  }

  // Empty: there is no reason, or none is known.
  std::string WhyAbsent(std::uint32_t r) {
    const auto known = reasons_.find(r);
    if (known != reasons_.end())
      return known->second;
    std::string why;
    if (RegionAt(r).kind == DETRAIN_VARIABLE)
      why = WhyNoVariable(r);
    if (RegionAt(r).kind == DETRAIN_HEAP) {
      explaining_.insert(r);
      why = WhyNoBlock(r);
      explaining_.erase(r);
    }
    return reasons_[r] = why;
  }

  static std::string WhyNoVariable(std::uint32_t r) {
    const std::string path = RegionAt(r).path;
    if (IsYetToBeMade(path.c_str()))
      return "the function that declares it has not run yet";
    return WasMadeByThread(path.c_str()) ? "the thread of the step loop has made none" : "";
  }

  // One pointer that leads to no such block is reason enough, unless another that may lead to one was not announced.
  std::string WhyNoBlock(std::uint32_t r) {
    if (RegionOfHeapImage() == r)
      return IsHeapFixed() ? "pointers of the plan lead to every block" : "the heap has no fixed place in this run";
    std::string why;
    for (std::uint32_t holder = 0; holder < Plan()->region_count; ++holder) {
      for (std::uint32_t i = 0; i < RegionAt(holder).leaf_count; ++i) {
        const detrain_leaf& leaf = LeafAt(RegionAt(holder).first_leaf + i);
        if (!IsFollowed(leaf) || !MayLeadTo(leaf, r) || explaining_.count(holder) != 0)
          continue;
        const std::string reason = WhyNotThrough(holder, leaf);
        if (reason.empty() && IsAlwaysAnnounced(holder))
          return "";
        if (why.empty())
          why = reason;
      }
    }
    return why;
  }

  // A local that is out of scope at the loop, or that nobody can name, has no place, and no static lacks one.
  bool IsAlwaysAnnounced(std::uint32_t holder) const { return !objects_[holder].empty() || IsStatic(RegionAt(holder)); }

  static bool MayLeadTo(const detrain_leaf& leaf, std::uint32_t r) {
    if (leaf.target == static_cast<std::int32_t>(r))
      return true;
    for (std::uint32_t i = 0; i < Plan()->class_count; ++i)
      if (Plan()->classes[i].region == r && static_cast<std::int32_t>(Plan()->classes[i].of) == leaf.target)
        return true;
    return false;
  }

  std::string WhyNotThrough(std::uint32_t holder, const detrain_leaf& leaf) {
    if (objects_[holder].empty()) {
      const std::string why = WhyAbsent(holder);
      return why.empty() ? "" : std::string(RegionAt(holder).path) + " is absent: " + why;
    }
    std::string first;
    for (const Object* object : objects_[holder]) {
      const std::string why = WhyNotThrough(*object, leaf);
      if (why.empty())
        return "";
      if (first.empty())
        first = why;
    }
    return first;
  }

  // What the pointers of one object lead to. Empty: memory of which nothing is known.
  std::string WhyNotThrough(const Object& object, const detrain_leaf& leaf) const {
    const Layout l = LayoutOf(RegionAt(static_cast<std::uint32_t>(object.region)), leaf, object.size);
    std::string why = std::string(leaf.path) + " holds nothing";
    bool is_known = true;
    ForEachRun(object.View(), l, leaf, [&](const char* run, const std::uint64_t*) {
      for (std::uint64_t k = 0; k < l.run && is_known && IsPresent(leaf, run); ++k) {
        const char* const place = run + k * sizeof(char*);
        if (!object.IsUsed(place))
          continue;
        std::uintptr_t pointer = 0;
        std::memcpy(&pointer, place, sizeof pointer);
        const std::string reason = Reason(pointer, static_cast<std::uint32_t>(leaf.target));
        is_known = !reason.empty();
        why = leaf.path + reason;
      }
    });
    return is_known ? why : "";
  }

  std::string Reason(std::uintptr_t pointer, std::uint32_t target) const {
    if (pointer == 0)
      return " is null";
    if (const Block* block = FindBlock(pointer))
      return ComesBackAsAnother(*block, pointer, target) ? " leads to a block of another entry" : "";
    if (FindVariable(pointer) >= 0)
      return " leads to a variable";
    if (IsFreed(pointer) || IsInFixedHeap(pointer))
      return " leads to freed memory";
    return IsConstantData(pointer) ? " leads to constant data" : "";
  }

  // A block is an object of one region; what the other one saves of it must come back by that one, too.
  bool ComesBackAsAnother(const Block& block, std::uintptr_t pointer, std::uint32_t target) const {
    const auto object = walk_.objects().find(walk_.NumberOfBlock(block.address));
    if (object == walk_.objects().end() || object->second.region < 0)
      return false;
    const bool is_inner = block.address != pointer;
    return is_inner || Covers(RegionAt(static_cast<std::uint32_t>(object->second.region)), RegionAt(target));
  }

  static bool Covers(const detrain_region& region, const detrain_region& other) {
    for (std::uint32_t i = 0; i < other.leaf_count; ++i) {
      const detrain_leaf& leaf = LeafAt(other.first_leaf + i);
      if (IsSaved(leaf) && !BringsBack(region, leaf))
        return false;
    }
    return true;
  }

  // What no step writes in this region's blocks, the code before the loop has made again; what the region does not
  // list, no step reads there.
  static bool BringsBack(const detrain_region& region, const detrain_leaf& leaf) {
    bool is_listed = false;
    for (std::uint32_t i = 0; i < region.leaf_count; ++i) {
      const detrain_leaf& mine = LeafAt(region.first_leaf + i);
      const bool is_back = IsSaved(mine) || mine.persistence == DETRAIN_INVARIANT;
      if (is_back && mine.offset == leaf.offset && mine.dtype == leaf.dtype)
        return true;
      is_listed = is_listed || mine.offset == leaf.offset;
    }
    return !is_listed;
  }

  const Walk& walk_;
  std::map<std::uint32_t, std::string> reasons_;     // by region
  std::set<std::uint32_t> explaining_;               // blocks that lead to themselves are no reason
  std::vector<std::vector<const Object*>> objects_;  // by region
};

}  // namespace

std::vector<AbsentRegion> AbsentRegions(const Walk& walk) {
  return Completeness(walk).Absent();
}

void CheckIsAlone() {
  if (detrain_saves_all != 0 && !Turns::Get().IsAlone())
    NotCovered(
        "a thread of the program lives at this boundary, and the plan (tier 0) saves no stack of a thread; this "
        "step is not saved");
}

}  // namespace detrain::runtime
