// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where CUDA's headers are.
#ifndef DETRAIN_ANALYZER_LOAD_TOOLKIT_H
#define DETRAIN_ANALYZER_LOAD_TOOLKIT_H

#include <span>
#include <string>

#include "analyzer/base/result.h"

namespace detrain::load {

struct Toolkit {
  std::string root;      // what Clang calls --cuda-path
  unsigned version = 0;  // CUDA_VERSION: 13000 for 13.0
  unsigned Major() const { return version / 1000; }
  unsigned Minor() const { return version % 1000 / 10; }
};

// The first of these that holds include/cuda.h: --cuda-path among `arguments`, nvcc as they name it, CUDA_HOME,
// CUDA_PATH, the nvcc of PATH, the standard places. `file`: what needs it, for the error. Error: none does, or the one
// that was named does not.
Result<Toolkit> FindToolkit(std::span<const std::string> arguments, const std::string& file);

}  // namespace detrain::load

#endif
