// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all tests on a GPU ask first.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace detrain::gpu::test {

// An error on a GPU stays: no test after it could say anything.
inline void Checked(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(error));
}

class NeedsGpu : public testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0)
      GTEST_SKIP() << "needs: gpu";
  }
};

}  // namespace detrain::gpu::test
