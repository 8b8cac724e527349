// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_NVCC_VERDICT_H
#define DETRAIN_ANALYZER_LOAD_NVCC_VERDICT_H

#include <cstdint>

#include "analyzer/load/load.h"

namespace detrain::load {

enum class Verdict : std::uint8_t {
  Takes,    // an error of Clang's is not the user's
  Rejects,  // it is
  Unknown,  // there is no nvcc beside CUDA's headers, or it has not answered after two minutes
};

// Of nvcc, asked now to compile this unit of CUDA.
Verdict AskNvcc(const Command& command);

}  // namespace detrain::load

#endif
