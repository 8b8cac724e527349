// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prune.h"

#include <cerrno>
#include <vector>

#include "disk.h"
#include "store.h"

namespace detrain::runtime {
namespace {

using Files = std::set<std::string>;  // relative to DIR, as meta.json names them

// False: a step that stays cannot be read, so nothing may go.
bool TakeReferences(const std::string& dir, std::uint64_t step, Files& files) {
  Checkpoint checkpoint;
  std::string why;
  if (!LoadMeta(dir, StepName(step), checkpoint, why))
    return false;
  for (const Entry& entry : checkpoint.entries)
    files.insert(entry.file);
  for (const OutputRecord& output : checkpoint.outputs)
    files.insert(output.copy);
  return true;
}

int RemoveUnreferenced(const std::string& dir, const std::string& step, const Files& files) {
  const std::string folder = dir + "/" + step;
  std::vector<std::string> names;
  int error = List(folder, names);
  bool is_empty = true;
  for (const std::string& name : names) {
    const bool is_needed = files.count(step + "/" + name) != 0;
    is_empty = is_empty && !is_needed;
    if (error == 0 && !is_needed)
      error = Remove(folder + "/" + name);
  }
  return error == 0 && is_empty ? RemoveTree(folder) : error;
}

// Removed before or now, with files for others in it.
int IsRemnant(const std::string& dir, const std::string& name, bool& is_remnant) {
  bool is_committed = false;
  const bool is_step = name.compare(0, 5, "step_") == 0 && name.find('.') == std::string::npos;
  const int error = is_step ? IsThere(dir + "/" + name + "/COMMITTED", is_committed) : 0;
  is_remnant = is_step && !is_committed;
  return error;
}

}  // namespace

int Prune(const std::string& dir, const std::set<std::uint64_t>& gone, const std::set<std::uint64_t>& broken,
          std::string& where) {
  where = dir;
  std::vector<std::uint64_t> steps;
  if (const int error = FindCommittedSteps(dir, steps))
    return error;
  Files files;
  for (const std::uint64_t step : steps) {
    where = dir + "/" + StepName(step) + "/meta.json";
    if (gone.count(step) == 0 && !TakeReferences(dir, step, files) && broken.count(step) == 0)
      return EIO;
  }
  for (const std::uint64_t step : gone) {
    where = dir + "/" + StepName(step);
    int error = Remove(where + "/COMMITTED");
    if (error == 0)
      error = SyncFolder(where);
    if (error != 0)
      return error;
  }
  where = dir;
  std::vector<std::string> names;
  int error = List(dir, names);
  for (const std::string& name : names) {
    bool is_remnant = false;
    if (error == 0)
      error = IsRemnant(dir, name, is_remnant);
    if (error != 0)
      return error;
    where = dir + "/" + name;
    if (is_remnant)
      error = RemoveUnreferenced(dir, name, files);
  }
  return error;
}

}  // namespace detrain::runtime
