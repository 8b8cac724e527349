// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the runtime that calls CUDA (runtime/gpu/gpu.cu) without the rest, on a GPU.
#pragma once

#include <detrain/device.h>

#include <vector>

#include "needs_gpu.cuh"

namespace detrain::gpu::test {

// What gpu.cu hands to the runtime.
const detrain_device& Device();

// Device memory that is freed at the end of its scope.
template <class T>
class Array {
 public:
  explicit Array(const std::vector<T>& values) : n_(values.size()) {
    Checked(cudaMalloc(&data_, n_ * sizeof(T)));
    Checked(cudaMemcpy(data_, values.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() { cudaFree(data_); }

  T* get() const { return data_; }
  std::vector<T> Read() const {
    std::vector<T> values(n_);
    Checked(cudaMemcpy(values.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t n_;
};

}  // namespace detrain::gpu::test
