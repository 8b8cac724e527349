// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies into shared memory in the background, as a thread starts them, groups them and waits for them. Here a copy is
// done when it is started, which is one of the times that CUDA allows for.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstring>

// `size`: 4, 8 or 16 bytes, to which both places are aligned; the last `zero_fill` of them become zeros.
__device__ inline void __pipeline_memcpy_async(void* shared, const void* global, std::size_t size,
                                               std::size_t zero_fill = 0) {
#ifdef __SANITIZE_THREAD__  // so that the accesses are seen
  for (std::size_t i = 0; i < size; ++i)
    static_cast<char*>(shared)[i] = i < size - zero_fill ? static_cast<const char*>(global)[i] : '\0';
#else
  std::memset(shared, 0, size);
  std::memcpy(shared, global, size - zero_fill);
#endif
}

__device__ inline void __pipeline_commit() {}

// Waits for all groups of the thread but the last `prior`.
__device__ inline void __pipeline_wait_prior(std::size_t /*prior*/) {}
