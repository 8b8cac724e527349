// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which checkpoint this process starts from, decided before main.
#include <sstream>

#include "disk.h"
#include "fail.h"
#include "inputs.h"
#include "lock.h"
#include "manifest.h"
#include "outputs.h"
#include "rank_agreement.h"
#include "restore.h"
#include "run.h"
#include "settings.h"
#include "status.h"
#include "store.h"

namespace detrain::runtime {
namespace {

Checkpoint& Mine() {
  static auto* checkpoint = new Checkpoint;
  return *checkpoint;
}

bool g_is_step_named = false;  // DETRAIN_RESUME names a step, and no DIR

std::string Trimmed(std::string path) {
  while (path.size() > 1 && path.back() == '/')
    path.pop_back();
  return path;
}

// Why this rank cannot go on from a step; empty where it can. `hashes`: of the ranks' meta.json, as rank 0 knows them.
std::string TryStep(const std::string& dir, const std::string& step, const std::vector<std::string>& hashes) {
  std::string why;
  if (!LoadGood(dir, step, Mine(), why))
    return why;
  const int rank = Self().rank;
  if (rank == 0)
    return Mine().ranks.size() + 1 == static_cast<std::size_t>(Self().count)
               ? ""
               : "entry ranks: it is of " + std::to_string(Mine().ranks.size() + 1) + " ranks, the program has " +
                     std::to_string(Self().count);
  std::string committed;
  const int error = ReadWhole(dir + "/" + step + "/COMMITTED", committed);
  const std::size_t at = static_cast<std::size_t>(rank) - 1;
  return error == 0 && at < hashes.size() && committed == hashes[at] + "\n" ? "" : "it is of another save";
}

// All ranks together: rank 0 names a step and what the others' must be.
bool IsGoodForAll(const std::string& dir, const std::string& step, std::string& why) {
  std::string objection = Self().rank == 0 ? TryStep(dir, step, {}) : "";
  std::string hashes;
  for (const std::string& hash : Mine().ranks)
    hashes += hash + "\n";
  hashes = HearRankZero(hashes);
  std::vector<std::string> list;
  std::istringstream lines(hashes);
  for (std::string line; std::getline(lines, line);)
    list.push_back(line);
  if (Self().rank != 0)
    objection = TryStep(dir, step, list);
  return DoAllAccept(objection, why);
}

void Take(const std::string& dir, const std::string& step) {
  TheRun().source = dir;
  TheRun().source_step = step;
}

// The newest step of DIR that is good for all ranks. Rank 0 says which newer ones are not.
bool ChooseNewest(const std::string& dir) {
  std::vector<std::uint64_t> steps = Self().rank == 0 ? CommittedSteps(dir) : std::vector<std::uint64_t>();
  bool fell_back = false;
  for (;;) {
    const std::string step = HearRankZero(steps.empty() ? "" : StepName(steps.back()));
    if (step.empty())
      return false;
    std::string why;
    if (IsGoodForAll(dir, step, why)) {
      if (fell_back)
        Say("going back to step " + std::to_string(Mine().step));
      Take(dir, step);
      return true;
    }
    if (Self().rank != 0)
      continue;
    Say("step " + std::to_string(steps.back()) + " is not good: " + why);
    fell_back = true;
    steps.pop_back();
  }
}

bool ChooseFrom(const std::string& dir) {
  if (HasRanks())
    return ChooseNewest(dir);
  if (!LoadNewestGood(dir, Mine()))
    return false;
  Take(dir, StepName(Mine().step));
  return true;
}

// A step's folder, or a DIR.
void ChoosePath(const std::string& path) {
  bool is_step = false;
  if (const int error = IsThere(path + "/COMMITTED", is_step))
    Fail("cannot read " + path + ": " + ErrorText(error));
  if (!is_step) {
    if (!ChooseFrom(FolderOfRank(path)))
      Fail(path + ": no good checkpoint there");
    return;
  }
  g_is_step_named = true;
  const std::string dir = FolderOfRank(FolderOf(path));
  const std::string step = path.substr(path.rfind('/') + 1);
  std::string why;
  const bool is_good = HasRanks() ? IsGoodForAll(dir, step, why) : LoadGood(dir, step, Mine(), why);
  if (!is_good)
    Fail(path + " is not good" + (why.empty() ? "" : ": " + why));
  Take(dir, step);
}

// A rank's steps that rank 0 has not committed are none.
bool HoldsSteps(const std::string& dir) {
  if (dir.empty())
    return false;
  std::string all = "\n";
  const std::vector<std::uint64_t> mine = CommittedSteps(dir);
  if (!HasRanks())
    return !mine.empty();
  for (const std::uint64_t step : mine)
    all += std::to_string(step) + "\n";
  all = HearRankZero(all);
  for (const std::uint64_t step : mine)
    if (all.find("\n" + std::to_string(step) + "\n") == std::string::npos) {
      if (const int error = RemoveStep(dir, step))
        Fail("cannot remove " + dir + "/" + StepName(step) + ": " + ErrorText(error));
    }
  return all.size() > 1;
}

// As the user would write it.
std::string FromStartFolder(const std::string& path) {
  const std::string base = GetSettings().start_folder + "/";
  return path.compare(0, base.size(), base) == 0 ? path.substr(base.size()) : path;
}

void PrepareDir(const std::string& dir) {
  if (const int error = MakeFolders(dir))
    Fail("cannot make " + dir + ": " + ErrorText(error));
  LockFolder(dir);
  RemoveLeftovers(dir);
}

}  // namespace

const Checkpoint& Chosen() {
  return Mine();
}

void ChooseCheckpoint() {
  const Settings& s = GetSettings();
  Run& run = TheRun();
  if (!s.dir.empty())
    PrepareDir(s.dir);
  const bool held = HoldsSteps(s.dir);
  NotePhase(DETRAIN_RESTORING);  // all of it is read and checked here
  if (s.resume == ResumeMode::Path) {
    ChoosePath(Trimmed(s.resume_path));
    if (IsSameFolder(run.source, s.dir))
      run.source = s.dir;
    if (held && run.source != s.dir)
      Refuse("DETRAIN_DIR=" + s.dir + ": holds the steps of another run than DETRAIN_RESUME");
  } else if (s.resume == ResumeMode::Auto && held) {
    if (!ChooseFrom(s.dir))
      Fail(s.dir + ": no good checkpoint; DETRAIN_RESUME=never starts afresh");
  }
  NotePhase(DETRAIN_STARTING);
  run.resuming = !run.source.empty();
  if (!run.resuming && held)
    RemoveAllSteps(s.dir);
  if (!s.replay.empty())
    ReplayInputs(s.replay, !run.resuming);
  if (run.source != s.dir)
    StartOutputs();
  if (!run.resuming)
    return;
  const std::string manifest = run.source + "/manifest.json";
  CheckManifest(manifest, ExpectOutputs(run.source, Mine().outputs));
  ReplayInputs(manifest, true);
}

// Not where it is known already: `detrain run` says it itself, and `verify` has its report.
void SayWhereItGoesOn() {
  const Settings& s = GetSettings();
  NoteRestored(Mine().step);
  if (Self().rank == 0 && !g_is_step_named && s.supervisor == 0 && s.report.empty())
    Say("going on at step " + std::to_string(Mine().step) + " of " + FromStartFolder(TheRun().source));
}

}  // namespace detrain::runtime
