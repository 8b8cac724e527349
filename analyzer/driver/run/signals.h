// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signals that `detrain run` passes on.
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_SIGNALS_H
#define DETRAIN_ANALYZER_DRIVER_RUN_SIGNALS_H

#include <vector>

namespace detrain::driver {

// SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 are caught from here on, those that are ignored excepted.
void WatchSignals();

// Those that came since the last call; SIGINT, SIGTERM and SIGHUP ask for an end.
std::vector<int> TakeSignals();
bool AsksForEnd(int signal);

}  // namespace detrain::driver

#endif
