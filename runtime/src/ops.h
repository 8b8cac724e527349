// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of operations: DETRAIN_OPS names a folder. One file for each step and thread, twelve bytes for each value:
// its line, a hash, and when it was; `files` names the files that the upper twelve bits of a line stand for.
#ifndef DETRAIN_RUNTIME_SRC_OPS_H
#define DETRAIN_RUNTIME_SRC_OPS_H

#include <cstdint>

namespace detrain::runtime {

void StartOps();
// The boundary of `step` is reached: what was logged since the last one is the iteration that led here.
void OpsAtStep(std::uint64_t step);

}  // namespace detrain::runtime

#endif
