// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs before main and before the program's own constructors: whether to resume must be known before the first
// allocation, clock or file.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "fail.h"
#include "fixed_heap.h"
#include "hidden.h"
#include "inside.h"
#include "ops.h"
#include "outputs.h"
#include "rank_wire.h"
#include "restore.h"
#include "run.h"
#include "settings.h"
#include "signals.h"
#include "standard_input.h"
#include "status.h"
#include "watch.h"

namespace detrain::runtime {
namespace {

// A run that comes to none of the plan's steps would look like one that saves them. `process`: who began it; what it
// forks says nothing.
void SayWhereNothingWasSaved(int code, void* process) {
  const Inside inside;
  const bool is_other = reinterpret_cast<std::intptr_t>(process) != getpid() || Self().rank != 0;
  if (code == 0 && !is_other && !TheRun().started && !IsFailing())
    Say("this run ended without coming to the step loop of its plan: nothing was saved in " + GetSettings().dir);
}

// Where steps are saved and nobody else tells how the run went.
void WatchForNoStep() {
  const Settings& s = GetSettings();
  if (!s.dir.empty() && s.report.empty())
    on_exit(SayWhereNothingWasSaved, reinterpret_cast<void*>(static_cast<std::intptr_t>(getpid())));
}

__attribute__((constructor(101))) void Start() {
  const KeptErrno kept;  // a program may ask for it before any call has failed
  Guard([] {
    StartRanks();
    if (!GetSettings().active)
      return;
    OpenStatus();
    PlaceHeap();
    WatchSignals();
    InstallRandState();
    ChooseCheckpoint();
    OpenStandardInput();
    RedirectText();
    StartWatch();
    StartOps();
    WatchForNoStep();
    g_active = true;
  });
}

}  // namespace

// Named by boundary.cpp, so that the linker takes this file from the archive.
extern const bool g_linked;
const bool g_linked = true;

}  // namespace detrain::runtime
