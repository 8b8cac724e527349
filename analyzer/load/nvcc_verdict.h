// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_NVCC_VERDICT_H
#define DETRAIN_ANALYZER_LOAD_NVCC_VERDICT_H

#include "analyzer/load/load.h"

namespace detrain::load {

// Whether nvcc, asked now, compiles this unit of CUDA: then an error of Clang's in it is not the user's. False, too,
// where there is no nvcc, or it has not answered after two minutes.
bool NvccTakes(const Command& command);

}  // namespace detrain::load

#endif
