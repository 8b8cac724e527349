// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA units for the CPU: launches and dynamic shared memory, which no C++ compiler knows, in the form of
// runtime/cudahost (docs/cuda-host.md). Everything else is C++ with its headers.
#ifndef DETRAIN_ANALYZER_REWRITE_CUDA_HOST_H
#define DETRAIN_ANALYZER_REWRITE_CUDA_HOST_H

#include <vector>

#include "analyzer/rewrite/edits.h"
#include "analyzer/rewrite/unit.h"

namespace detrain::rewrite {

// Errors: Coverage where a launch or a shared array comes out of a macro, or has no form on the CPU.
Result<void> WeaveCudaHost(const std::vector<Unit>& units, EditList& edits);

}  // namespace detrain::rewrite

#endif
