// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from global into shared memory that go on in the background, by their C interface.
#pragma once

#include "cuda_runtime.h"
#include "detrain/cudahost/background.h"

// The last `zeros` of `size` bytes are not read, but set to zero.
inline void __pipeline_memcpy_async(void* to, const void* from, std::size_t size, std::size_t zeros = 0) {
  if ((size != 4 && size != 8 && size != 16) || zeros > size)
    ::detrain::cudahost::Trap("__pipeline_memcpy_async: a copy is of 4, 8 or 16 bytes");
  ::detrain::cudahost::CopyInBackground(to, from, size - zeros, zeros);
}
inline void __pipeline_commit() {
  ::detrain::cudahost::CommitCopies();
}
// All batches but the last `but`, of which the hardware tells 8 apart.
inline void __pipeline_wait_prior(std::size_t but) {
  ::detrain::cudahost::WaitForCopies(but < 8 ? but : 8);
}
