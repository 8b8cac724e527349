// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The backend as the runtime of a rewritten program sees it: detrain/device.h. Without that runtime nothing happens.
#pragma once

#include <cstddef>

#include "memory.h"

namespace detrain::cudahost {

// While one lives, what this thread allocates is the backend's, not the program's.
class Inside {
 public:
  Inside();
  ~Inside();
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

// Blocks that the program asked for and gave back.
void TellAllocated(void* block, std::size_t size, MemoryKind kind);
void TellFreed(void* block);

}  // namespace detrain::cudahost
