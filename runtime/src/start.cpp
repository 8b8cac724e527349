// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs before main and before the program's own constructors: whether to resume must be known before the first
// allocation, clock or file.
#include "fail.h"
#include "hidden.h"
#include "ops.h"
#include "outputs.h"
#include "rank_wire.h"
#include "restore.h"
#include "settings.h"
#include "signals.h"
#include "standard_input.h"
#include "status.h"
#include "watch.h"

namespace detrain::runtime {
namespace {

__attribute__((constructor(101))) void Start() {
  Guard([] {
    StartRanks();
    if (!GetSettings().active)
      return;
    OpenStatus();
    WatchSignals();
    InstallRandState();
    ChooseCheckpoint();
    OpenStandardInput();
    RedirectText();
    StartWatch();
    StartOps();
    g_active = true;
  });
}

}  // namespace

// Named by boundary.cpp, so that the linker takes this file from the archive.
extern const bool g_linked;
const bool g_linked = true;

}  // namespace detrain::runtime
