// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fit.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "checkpoint.h"
#include "conditions.h"
#include "device_memory.h"
#include "fail.h"
#include "files.h"
#include "image.h"
#include "outputs.h"
#include "restore.h"
#include "tensors.h"
#include "threads.h"
#include "walk.h"

namespace detrain::runtime {
namespace {

void CheckPlan() {
  const Checkpoint& c = Chosen();
  const detrain_plan& plan = *Plan();
  if (c.plan == plan.hash && c.loop != plan.loop) {  // of branches of which one alone runs
    const std::string saved = std::to_string(c.loop + 1);
    Refuse("entry plan: the checkpoint is of loop " + saved + " or way " + saved +
           " to it, and this run has come to number " + std::to_string(plan.loop + 1));
  }
  for (const Entry& entry : c.entries) {
    const bool tail = entry.leaf == kTailLeaf;
    const bool known = entry.leaf >= 0 && entry.leaf < static_cast<std::int64_t>(plan.leaf_count);
    if (tail)
      continue;
    if (!known || entry.path != LeafAt(static_cast<std::uint32_t>(entry.leaf)).path) {
      Refuse("entry " + entry.name + ": " + plan.program + " has no such state; the checkpoint is of " + c.program);
    }
    const detrain_leaf& leaf = LeafAt(static_cast<std::uint32_t>(entry.leaf));
    const bool is_other = IsObject(leaf) ? entry.part.empty() : entry.dtype != DtypeName(leaf.dtype);
    if (is_other || entry.persistence != PersistenceName(leaf.persistence)) {
      CheckConditions();  // which may be why
      Refuse("entry " + entry.name + ": type or persistence differs from the checkpoint's");
    }
  }
  if (c.plan != plan.hash || c.regions != static_cast<std::int64_t>(plan.region_count)) {
    Refuse("entry plan: the checkpoint's hash is " + c.plan + ", " + plan.program + " has " + plan.hash);
  }
  if (c.sealed != SealedCount()) {
    Refuse("entry objects: the code before the loop left " + std::to_string(SealedCount()) +
           " heap blocks, in the checkpoint's run " + std::to_string(c.sealed));
  }
}

// Saved pointers into code and constants are offsets, which only the same build has.
void CheckBuilds() {
  for (const SavedObject& object : Chosen().objects) {
    Image image;
    if (!object.build.empty() && FindImage(object.path, image) && BuildOf(image.base) != object.build)
      Refuse("entry objects: saved pointers lead into the " +
             (object.path.empty() ? "program" : "library " + object.path) + ", which is another build now");
  }
}

// --- objects ---

std::uint64_t PhysicalMemory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// The region that an object has in the plan; null where it has none, as files and libraries.
const detrain_region* RegionOf(const SavedObject& object) {
  const bool is_heap = object.kind == "heap";
  if (!is_heap && object.kind != "variable" && object.kind != "hidden")
    return nullptr;
  const std::int64_t index = RegionNumber(object);
  if (index < 0 || index >= static_cast<std::int64_t>(Plan()->region_count))
    Refuse("entry " + object.path + ": no such region");
  const detrain_region& region = RegionAt(static_cast<std::uint32_t>(index));
  const auto kind = is_heap ? DETRAIN_HEAP : object.kind == "hidden" ? DETRAIN_HIDDEN : DETRAIN_VARIABLE;
  if (region.kind != kind || object.path != region.path)
    Refuse("entry " + object.path + ": no such region");
  return &region;
}

void CheckObject(const SavedObject& object, const detrain_region* region) {
  const auto variables = static_cast<std::int64_t>(Plan()->region_count);
  const bool is_named = region != nullptr && object.kind != "heap";
  if (!is_named && object.number >= kFirstVariable && object.number < kFirstVariable + variables)
    Refuse("entry " + object.path + ": has the number of a variable");
  if (object.kind == "variable" && object.size != region->element_size)
    Refuse("entry " + object.path + ": its size differs from the checkpoint's");
}

// A file that somebody's handle leads to is one that was open, or stdin, stdout or stderr.
void CheckFile(const SavedObject& object) {
  const std::vector<OpenFile>& open = Chosen().files;
  const bool is_open = std::any_of(open.begin(), open.end(), [&](const OpenFile& file) {
    return file.ordinal == object.ordinal && file.key == object.path;
  });
  if (!is_open && !IsStandard(object.ordinal, object.path))
    Refuse("entry " + object.path + ": no such file was open");
}

// A handle that never moved stands within what it wrote. One that did may stand anywhere; one that appends writes at
// the end wherever it stands.
void CheckPosition(const OpenFile& file) {
  const bool appends = (file.flags & O_APPEND) != 0 || file.mode.rfind('a', 0) == 0;
  if (!file.writes || appends || file.offset < 0)
    return;
  for (const OutputRecord& output : Chosen().outputs) {
    if (output.key == file.key && !output.in_place && static_cast<std::uint64_t>(file.offset) > output.length)
      Refuse("entry " + file.key + ": its position lies behind its end");
  }
}

// No two objects are the same file, or the same block of the code before the loop: the program would close or free it
// twice.
void CheckDistinct() {
  std::set<std::uint64_t> files;
  std::set<std::int64_t> blocks;
  for (const SavedObject& object : Chosen().objects) {
    const bool is_file = object.kind == "file";
    if (is_file)
      CheckFile(object);
    if (is_file ? files.insert(object.ordinal).second : object.seal == kNotSealed || blocks.insert(object.seal).second)
      continue;
    Refuse("entry " + object.path + ": two objects of the checkpoint are the same " + (is_file ? "file" : "block"));
  }
}

// Blocks of the heap that are no objects, of which a restore makes those that the code before the loop has not made.
void CheckOthers(std::uint64_t left) {
  for (const SavedBlock& block : Chosen().heap.others) {
    if (block.size > left)
      Refuse("entry heap: the blocks of the checkpoint are larger than this machine's memory");
    left -= block.size;
  }
}

using Objects = std::map<std::int64_t, const detrain_region*>;

Objects CheckObjects() {
  Objects regions;
  std::uint64_t left = PhysicalMemory();
  for (const SavedObject& object : Chosen().objects) {
    const detrain_region* region = RegionOf(object);
    CheckObject(object, region);
    if (!regions.emplace(object.number, region).second)
      Refuse("entry " + object.path + ": two objects of the checkpoint have its number");
    if (object.kind != "heap" || IsApart(object.allocator))
      continue;
    if (object.size > left)
      Fail("entry " + object.path + ": out of memory");
    left -= object.size;
  }
  CheckOthers(left);
  return regions;
}

void CheckEntry(const Entry& entry, const Objects& objects) {
  const auto object = objects.find(entry.object);
  if (object == objects.end() || object->second == nullptr)
    Refuse("entry " + entry.name + ": its object is missing in the checkpoint");
  const detrain_region& region = *object->second;
  const bool is_tail = entry.leaf == kTailLeaf && region.kind == DETRAIN_HEAP;
  const auto first = static_cast<std::int64_t>(region.first_leaf);
  if (!is_tail && (entry.leaf < first || entry.leaf >= first + static_cast<std::int64_t>(region.leaf_count)))
    Refuse("entry " + entry.name + ": is no part of its object");
}

// Everything that was to be saved of each object is there, once: what is left out would keep what the code before the
// loop put there.
void CheckWhole(const Objects& objects) {
  std::set<std::pair<std::int64_t, std::int64_t>> held;
  std::set<std::tuple<std::int64_t, std::int64_t, std::uint64_t, std::string>> parts;
  for (const Entry& entry : Chosen().entries) {
    CheckEntry(entry, objects);
    const bool is_new = held.emplace(entry.object, entry.leaf).second;
    if (entry.part.empty() ? !is_new : !parts.emplace(entry.object, entry.leaf, entry.element, entry.part).second)
      Refuse("entry " + entry.name + ": is there twice");
  }
  for (const auto& [number, region] : objects) {
    for (std::uint32_t i = 0; region != nullptr && i < region->leaf_count; ++i) {
      const std::uint32_t leaf = region->first_leaf + i;
      const bool may_be_empty = IsObject(LeafAt(leaf));  // where another object has given all its parts
      if (!may_be_empty && IsWritten(LeafAt(leaf)) && held.count({number, leaf}) == 0)
        Refuse("entry " + std::string(LeafAt(leaf).path) + ": is missing in the checkpoint");
    }
  }
}

// What the plan saves of a region, whatever its conditions.
bool IsAlwaysSaved(const detrain_region& region) {
  for (std::uint32_t i = 0; i < region.leaf_count; ++i)
    if (IsSaved(Plan()->leaves[region.first_leaf + i]))
      return true;
  return false;
}

// A saved region of which the checkpoint holds nothing was absent at its step, and it says so.
void CheckAbsent(const Objects& objects) {
  std::set<const detrain_region*> held;
  std::set<std::string> absent;
  for (const auto& [number, region] : objects)
    held.insert(region);
  for (const AbsentRegion& region : Chosen().absent)
    absent.insert(region.path);
  for (std::uint32_t r = 0; r < Plan()->region_count; ++r) {
    const detrain_region& region = RegionAt(r);
    if (IsAlwaysSaved(region) && held.count(&region) == 0 && absent.count(region.path) == 0)
      Refuse("entry " + std::string(region.path) + ": is missing in the checkpoint");
  }
}

}  // namespace

std::int64_t RegionNumber(const SavedObject& object) {
  return object.kind == "heap" ? object.region : object.number - kFirstVariable;
}

// What the checkpoint holds hangs on them.
void CheckConditions() {
  if (Chosen().failed_conditions == FailedConditions())
    return;
  const auto text = [](const std::vector<std::string>& failed) {
    std::string all;
    for (const std::string& one : failed)
      all += (all.empty() ? "" : ", ") + one;
    return all.empty() ? std::string("none") : all;
  };
  Refuse("entry failed_conditions: " + text(Chosen().failed_conditions) + " in the checkpoint's run, here " +
         text(FailedConditions()));
}

void CheckFit() {
  CheckPlan();
  CheckBuilds();
  const Objects objects = CheckObjects();
  CheckDistinct();
  for (const OpenFile& file : Chosen().files)
    CheckPosition(file);
  CheckWhole(objects);
  CheckAbsent(objects);
}

}  // namespace detrain::runtime
