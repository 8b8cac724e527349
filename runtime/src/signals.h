// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SIGTERM, which a machine sends before it takes itself away: the next boundary is saved, and the process ends as that
// signal ends it. SIGUSR1: the next boundary is saved, and the run goes on.
#ifndef DETRAIN_RUNTIME_SRC_SIGNALS_H
#define DETRAIN_RUNTIME_SRC_SIGNALS_H

namespace detrain::runtime {

// Where there is a DIR to save to, and nobody has these signals ignored. A program that handles one itself does so
// later, and keeps it.
void WatchSignals();

// The first boundary is reached. Before it there is nothing to save, and SIGTERM ends the process at once.
void StartHeedingSignals();

bool TakeSaveRequest();  // true once for each SIGUSR1
bool EndIsAskedFor();

// Ends the process by SIGTERM, once what was begun is complete.
[[noreturn]] void EndBySignal();

}  // namespace detrain::runtime

#endif
