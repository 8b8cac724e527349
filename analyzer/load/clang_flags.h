// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_CLANG_FLAGS_H
#define DETRAIN_ANALYZER_LOAD_CLANG_FLAGS_H

#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/load/load.h"

namespace detrain::load {

struct ClangFlags {
  std::vector<std::string> flags;
  std::optional<Cuda> cuda;  // where the unit is CUDA
  std::string toolkit;       // the folder that holds CUDA's; else empty
};

// A command's flags as Clang takes them, in whichever dialect they are: nvcc's where nvcc is named, or no compiler and
// the file is CUDA's; else gcc's and clang's. Error: CUDA without its headers.
Result<ClangFlags> FlagsFor(const Command& command);

}  // namespace detrain::load

#endif
