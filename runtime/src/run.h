// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where this process stands in the life of a run.
#ifndef DETRAIN_RUNTIME_SRC_RUN_H
#define DETRAIN_RUNTIME_SRC_RUN_H

#include <cstdint>
#include <string>

namespace detrain::runtime {

struct Run {
  bool resuming = false;    // a checkpoint was chosen and is not yet restored
  bool started = false;     // the first boundary has been reached
  bool sealed = false;      // the code that a restart runs again has ended
  std::uint64_t step = 0;   // K of the last boundary
  std::string source;       // the DIR that the restored checkpoint lies in; empty: a fresh run
  std::string source_step;  // "step_00000040"
};

Run& TheRun();

// Files are followed where there is a checkpoint to write or to restore.
bool FollowsFiles();

// A folder of this process for what the code before the loop writes while resuming; made on the first call, removed at
// the end.
const std::string& ScratchFolder();
void RemoveScratch();

}  // namespace detrain::runtime

#endif
