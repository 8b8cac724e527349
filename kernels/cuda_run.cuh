// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on a stream of a GPU: what HostRun is on the CPU. Compile with nvcc --extended-lambda -fmad=false.
#pragma once

#include <cuda_runtime.h>

#include "kernels/run.h"

namespace detrain::kernels {

constexpr unsigned kBlock = 256;

template <class Body>
__global__ void __launch_bounds__(kBlock) RunItems(Size items, Body body) {
  for (Size i = Size{blockIdx.x} * blockDim.x + threadIdx.x; i < items; i += Size{gridDim.x} * blockDim.x)
    body(i);
}

// Errors of launches are left to cudaGetLastError, as those of any kernel.
class CudaRun {
 public:
  explicit CudaRun(cudaStream_t stream, unsigned most_blocks = 1U << 16) : stream_(stream), most_(most_blocks) {}

  template <class Body>
  void operator()(Size items, Body body) {
    const Size blocks = (items + kBlock - 1) / kBlock;
    if (items != 0)
      RunItems<<<static_cast<unsigned>(blocks < most_ ? blocks : most_), kBlock, 0, stream_>>>(items, body);
  }

  void Zero(void* at, std::size_t n) { cudaMemsetAsync(at, 0, n, stream_); }

 private:
  cudaStream_t stream_;
  unsigned most_;
};

}  // namespace detrain::kernels
