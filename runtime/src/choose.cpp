// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which checkpoint this process starts from, decided before main.
#include "disk.h"
#include "fail.h"
#include "inputs.h"
#include "lock.h"
#include "manifest.h"
#include "outputs.h"
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

std::string Trimmed(std::string path) {
  while (path.size() > 1 && path.back() == '/')
    path.pop_back();
  return path;
}

bool ChooseFrom(const std::string& dir) {
  if (!LoadNewestGood(dir, Mine()))
    return false;
  TheRun().source = dir;
  TheRun().source_step = StepName(Mine().step);
  return true;
}

// A step's folder, or a DIR.
void ChoosePath(const std::string& path) {
  bool is_step = false;
  if (const int error = IsThere(path + "/COMMITTED", is_step))
    Fail("cannot read " + path + ": " + ErrorText(error));
  if (!is_step) {
    if (!ChooseFrom(path))
      Fail(path + ": no good checkpoint there");
    return;
  }
  const std::string dir = FolderOf(path);
  const std::string step = path.substr(path.rfind('/') + 1);
  std::string why;
  if (!LoadGood(dir, step, Mine(), why))
    Fail(path + " is not good: " + why);
  TheRun().source = dir;
  TheRun().source_step = step;
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
  const bool held = !s.dir.empty() && !CommittedSteps(s.dir).empty();
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
  std::vector<std::string> written;
  for (const OutputRecord& record : Mine().outputs)
    written.push_back(record.key);
  CheckManifest(manifest, written);
  ReplayInputs(manifest, true);
  ExpectOutputs(run.source, Mine().outputs);
}

}  // namespace detrain::runtime
