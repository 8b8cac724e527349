// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "store.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>

#include "disk.h"
#include "fail.h"
#include "hash.h"
#include "output_bytes.h"
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
#ifdef DETRAIN_OMIT_READ_BACK
constexpr bool kReadsBack = false;
#else
constexpr bool kReadsBack = true;
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

struct Place {
  std::string path;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

// Where an entry's bytes lie as they are stored. 0 or an errno: the file cannot hold them, which is known before memory
// is asked for.
int FindPlace(const std::string& dir, const Entry& entry, Place& place) {
  place.path = dir + "/" + entry.file;
  place.offset = IsPacked(entry) ? entry.packed_offset : entry.offset;
  place.length = IsPacked(entry) ? entry.packed_length : entry.length;
  std::uint64_t size = 0;
  const int error = FileSize(place.path, size);
  if (error == 0 && (place.length > size || place.offset > size - place.length))
    return EIO;
  if (error == 0 && IsPacked(entry) && !CanHold(place.length, entry.length))
    return EIO;
  return error;
}

std::string NotGood(const Entry& entry, int error) {
  return "entry " + entry.name + ": " + entry.file + " " + (error != 0 ? "is " + ErrorText(error) : "is damaged");
}

}  // namespace

// Held against its hash. False with what is wrong in `why`.
bool TryReadEntry(const std::string& dir, const Entry& entry, std::vector<char>& bytes, std::string& why) {
  Place place;
  int error = FindPlace(dir, entry, place);
  std::vector<char> packed(error == 0 && IsPacked(entry) ? place.length : 0);
  bytes.resize(error == 0 ? entry.length : 0);
  std::vector<char>& stored = IsPacked(entry) ? packed : bytes;
  if (error == 0)
    error = ReadAt(place.path, place.offset, stored.data(), stored.size());
  const bool is_whole = error == 0 && (!IsPacked(entry) || entry.length == 0 ||
                                       UnpackFrame(packed.data(), packed.size(), bytes.data(), bytes.size()));
  if (is_whole && (!kChecksHashes || Hash(bytes.data(), bytes.size()) == entry.hash))
    return true;
  why = NotGood(entry, error);
  return false;
}

namespace {

// The same, of which nothing is kept: it takes no more memory for a large tensor.
bool IsGood(const std::string& dir, const Entry& entry, std::string& why) {
  Place place;
  int error = FindPlace(dir, entry, place);
  Hasher hasher;
  std::uint64_t length = 0;
  const auto take = [&](const char* bytes, std::size_t size) {
    hasher.Add(bytes, size);
    length += size;
  };
  std::optional<FrameReader> frame;
  if (IsPacked(entry) && entry.length > 0)
    frame.emplace();
  if (error == 0 && (entry.length > 0 || !IsPacked(entry)))
    error = ReadPieces(place.path, place.offset, place.length, [&](const char* bytes, std::size_t size) {
      if (frame)
        return frame->Add(bytes, size, take) && length <= entry.length ? 0 : EBADMSG;
      take(bytes, size);
      return 0;
    });
  if (error == 0 && length == entry.length && (!kChecksHashes || hasher.Value() == entry.hash))
    return true;
  why = NotGood(entry, error == EBADMSG ? 0 : error);
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

bool LoadGood(const std::string& dir, const std::string& step, Checkpoint& checkpoint, std::string& why,
              const KnownPlaces& known) {
  if (!LoadMeta(dir, step, checkpoint, why))
    return false;
  for (const Entry& entry : checkpoint.entries) {
    if (known.count(KnownPlaceOf(entry)) == 0 && !IsGood(dir, entry, why))
      return false;
  }
  for (const OutputRecord& record : checkpoint.outputs) {
    why = WhyLost(dir, record);
    // The program may have moved them to DIR/files just then.
    if (!why.empty())
      why = WhyLost(dir, record);
    if (!why.empty())
      return false;
  }
  return true;
}

KnownPlace KnownPlaceOf(const Entry& entry) {
  return {entry.file, IsPacked(entry) ? entry.packed_offset : entry.offset, entry.hash};
}

bool ReadBack(const std::string& dir, std::uint64_t step, Checkpoint& checkpoint, std::string& why,
              const KnownPlaces& known) {
  return !kReadsBack || LoadGood(dir, StepName(step), checkpoint, why, known);
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
  if (!TryReadEntry(dir, entry, bytes, why))
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
