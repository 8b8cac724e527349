// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CudaRun; include cuda_run.cuh, which has its overloads of the kernels too.
#pragma once

#include <cuda_runtime.h>

#include "run.h"

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
    if (items != 0)
      RunItems<<<Blocks((items + kBlock - 1) / kBlock), kBlock, 0, stream_>>>(items, body);
  }

  void Zero(void* at, std::size_t n) { cudaMemsetAsync(at, 0, n, stream_); }

  cudaStream_t stream() const { return stream_; }

  // The size of a grid whose blocks take turns at `wanted` pieces of work; not zero.
  unsigned Blocks(Size wanted) const {
    return wanted == 0 ? 1 : static_cast<unsigned>(wanted < most_ ? wanted : most_);
  }
  // At most as many as the GPU runs at a time, where each may have `each` on a processor.
  unsigned Resident(Size wanted, unsigned each) const {
    const Size fit = Size{each} * Processors();
    return Blocks(wanted < fit ? wanted : fit);
  }

  // What a block may ask for, in bytes.
  static Size SharedMemory() { return Attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin); }

 private:
  static unsigned Processors() { return Attribute(cudaDevAttrMultiProcessorCount); }
  static unsigned Attribute(cudaDeviceAttr of) {
    int device = 0, value = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&value, of, device);
    return value < 1 ? 1 : static_cast<unsigned>(value);
  }

  cudaStream_t stream_;
  unsigned most_;
};

}  // namespace detrain::kernels
