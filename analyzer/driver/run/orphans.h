// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program leaves behind: processes below it that live longer than it does. Those of a launcher that was killed
// are the job itself, and hold its folder.
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_ORPHANS_H
#define DETRAIN_ANALYZER_DRIVER_RUN_ORPHANS_H

#include <sys/types.h>

namespace detrain::driver {

// From now on they become children of this process, in place of init's.
void AdoptOrphans();
// Takes leave of those that have ended. `program`, itself a child, is left to HasEnded.
void ReapOrphans(pid_t program);
// Once the program has ended and was waited for.
bool HasOrphans();
void KillOrphans();

}  // namespace detrain::driver

#endif
