// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_BASE_HEAP_H
#define DETRAIN_ANALYZER_BASE_HEAP_H

#include <cstddef>

namespace detrain {

// Bytes that the process has allocated and not freed.
std::size_t HeapBytes();

// Bytes that the process may use: of the machine's memory, of its control group's, of its address space (`ulimit -v`),
// whichever is least.
std::size_t MemoryBytes();

}  // namespace detrain

#endif
