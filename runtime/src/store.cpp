// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "store.h"

#include <algorithm>
#include <cstdio>

#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "zstd_frame.h"

namespace detrain::runtime {

std::string StepName(std::uint64_t step) {
  char name[32];
  snprintf(name, sizeof name, "step_%08llu", static_cast<unsigned long long>(step));
  return name;
}

namespace {

// Builds without one of these checks exist to show that the tests find them (test/faults).
#ifdef DETRAIN_OMIT_HASH_CHECK
constexpr bool kChecksHashes = false;
#else
constexpr bool kChecksHashes = true;
#endif
#ifdef DETRAIN_OMIT_COMMITTED_CHECK
constexpr bool kChecksCommitted = false;
#else
constexpr bool kChecksCommitted = true;
#endif

bool StepNumber(const std::string& name, std::uint64_t& step) {
  if (name.compare(0, 5, "step_") != 0 || name.size() < 13)
    return false;
  if (name.find_first_not_of("0123456789", 5) != std::string::npos)
    return false;
  step = std::strtoull(name.c_str() + 5, nullptr, 10);
  return true;
}

}  // namespace

int FindCommittedSteps(const std::string& dir, std::vector<std::uint64_t>& steps) {
  steps.clear();
  std::vector<std::string> names;
  if (const int error = List(dir, names))
    return error;
  for (const std::string& name : names) {
    std::uint64_t step = 0;
    if (!StepNumber(name, step))
      continue;
    bool is_committed = false;
    if (const int error = IsThere(dir + "/" + name + "/COMMITTED", is_committed))
      return error;
    if (is_committed)
      steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end());
  return 0;
}

std::vector<std::uint64_t> CommittedSteps(const std::string& dir) {
  std::vector<std::uint64_t> steps;
  if (const int error = FindCommittedSteps(dir, steps))
    Fail("cannot read " + dir + ": " + ErrorText(error));
  return steps;
}

// --- loading ---

namespace {

// The bytes of an entry, held against its hash. False with what is wrong in `why`.
bool ReadGood(const std::string& dir, const Entry& entry, std::vector<char>& bytes, std::string& why) {
  const std::string path = dir + "/" + entry.file;
  const std::uint64_t offset = IsPacked(entry) ? entry.packed_offset : entry.offset;
  const std::uint64_t length = IsPacked(entry) ? entry.packed_length : entry.length;
  std::uint64_t size = 0;
  int error = FileSize(path, size);
  // Before memory is asked for.
  if (error == 0 && (length > size || offset > size - length))
    error = EIO;
  if (error == 0 && IsPacked(entry) && !CanHold(length, entry.length))
    error = EIO;
  std::vector<char> packed(error == 0 && IsPacked(entry) ? length : 0);
  bytes.resize(error == 0 ? entry.length : 0);
  std::vector<char>& stored = IsPacked(entry) ? packed : bytes;
  if (error == 0)
    error = ReadAt(path, offset, stored.data(), stored.size());
  const bool is_whole = error == 0 && (!IsPacked(entry) || entry.length == 0 ||
                                       UnpackFrame(packed.data(), packed.size(), bytes.data(), bytes.size()));
  if (is_whole && (!kChecksHashes || Hash(bytes.data(), bytes.size()) == entry.hash))
    return true;
  why = "entry " + entry.name + ": " + entry.file + " " + (error != 0 ? "is " + ErrorText(error) : "is damaged");
  return false;
}

}  // namespace

bool LoadMeta(const std::string& dir, const std::string& step, Checkpoint& checkpoint, std::string& why) {
  checkpoint = Checkpoint();
  const std::string folder = dir + "/" + step;
  std::string committed;
  std::string text;
  if (const int error = ReadWhole(folder + "/COMMITTED", committed)) {
    why = "entry COMMITTED: " + ErrorText(error);
    return false;
  }
  if (const int error = ReadWhole(folder + "/meta.json", text)) {
    why = "entry meta.json: " + ErrorText(error);
    return false;
  }
  if (kChecksCommitted && committed != Hex(Hash(text)) + "\n") {
    why = "entry meta.json: is damaged (its hash is not the one in COMMITTED)";
    return false;
  }
  if (!Parse(text, checkpoint, why)) {
    why = "entry meta.json: " + why + " is not understood";
    return false;
  }
  if (StepName(checkpoint.step) == step)
    return true;
  why = "entry meta.json: is of step " + std::to_string(checkpoint.step);
  return false;
}

bool LoadGood(const std::string& dir, const std::string& step, Checkpoint& checkpoint, std::string& why) {
  if (!LoadMeta(dir, step, checkpoint, why))
    return false;
  std::vector<char> bytes;
  for (const Entry& entry : checkpoint.entries) {
    if (!ReadGood(dir, entry, bytes, why))
      return false;
  }
  for (const OutputRecord& record : checkpoint.outputs) {
    why = WhyLost(dir, record);
    if (!why.empty())
      return false;
  }
  return true;
}

bool LoadNewestGood(const std::string& dir, Checkpoint& checkpoint) {
  std::vector<std::uint64_t> steps = CommittedSteps(dir);
  bool fell_back = false;
  for (; !steps.empty(); steps.pop_back()) {
    std::string why;
    if (LoadGood(dir, StepName(steps.back()), checkpoint, why)) {
      if (fell_back)
        Say("going back to step " + std::to_string(steps.back()));
      return true;
    }
    Say("step " + std::to_string(steps.back()) + " is not good: " + why);
    fell_back = true;
  }
  return false;
}

std::vector<char> ReadEntry(const std::string& dir, const Entry& entry) {
  std::vector<char> bytes;
  std::string why;
  if (!ReadGood(dir, entry, bytes, why))
    Fail(why);
  return bytes;
}

// --- removing ---

int RemoveStep(const std::string& dir, std::uint64_t step) {
  const std::string folder = dir + "/" + StepName(step);
  bool is_there = false;
  int error = IsThere(folder, is_there);
  if (error != 0 || !is_there)
    return error;
  error = Remove(folder + "/COMMITTED");
  if (error == 0)
    error = SyncFolder(folder);
  if (error == 0)
    error = RemoveTree(folder);
  return error;
}

void RemoveAllSteps(const std::string& dir) {
  std::vector<std::uint64_t> steps = CommittedSteps(dir);
  for (; !steps.empty(); steps.pop_back()) {
    if (const int error = RemoveStep(dir, steps.back()))
      Fail("cannot remove " + dir + "/" + StepName(steps.back()) + ": " + ErrorText(error));
  }
}

void RemoveLeftovers(const std::string& dir) {
  std::vector<std::string> names;
  if (const int error = List(dir, names))
    Fail("cannot read " + dir + ": " + ErrorText(error));
  for (const std::string& name : names) {
    const bool half = name.compare(0, 5, "step_") == 0 && name.size() > 4 && name.substr(name.size() - 4) == ".tmp";
    if (!half && name.compare(0, 8, "scratch.") != 0)
      continue;
    if (const int error = RemoveTree(dir + "/" + name))
      Fail("cannot remove " + dir + "/" + name + ": " + ErrorText(error));
  }
}

}  // namespace detrain::runtime
