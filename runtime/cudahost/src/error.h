// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "driver_types.h"

namespace detrain::cudahost {

// Remembers the error for cudaGetLastError; of this thread of the host.
void Fail(cudaError_t error);

}  // namespace detrain::cudahost
