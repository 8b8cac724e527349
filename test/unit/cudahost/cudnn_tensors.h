// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors of doubles for tests of cuDNN's stand-in, and gradients by differences.
#ifndef DETRAIN_TEST_UNIT_CUDAHOST_CUDNN_TENSORS_H
#define DETRAIN_TEST_UNIT_CUDAHOST_CUDNN_TENSORS_H

#include <cudnn.h>

#include <cstddef>
#include <random>
#include <vector>

#include "device.h"

namespace detrain::cudahost::test {

using Cudnn = HostBackend;
using Doubles = std::vector<double>;

inline constexpr double kOne = 1, kZero = 0;

inline Doubles Random(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> draw(-1, 1);
  Doubles x(static_cast<std::size_t>(n));
  for (double& value : x)
    value = draw(random);
  return x;
}

inline double Dot(const Doubles& a, const Doubles& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

class Tensor {
 public:
  Tensor(int n, int c, int h, int w) : size_(n * c * h * w) {
    cudnnCreateTensorDescriptor(&descriptor_);
    cudnnSetTensor4dDescriptor(descriptor_, CUDNN_TENSOR_NCHW, CUDNN_DATA_DOUBLE, n, c, h, w);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() { cudnnDestroyTensorDescriptor(descriptor_); }
  cudnnTensorDescriptor_t get() const { return descriptor_; }
  int size() const { return size_; }

 private:
  cudnnTensorDescriptor_t descriptor_ = nullptr;
  int size_;
};

struct Handle {
  Handle() { cudnnCreate(&handle); }
  ~Handle() { cudnnDestroy(handle); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  cudnnHandle_t handle = nullptr;
};

// d(dy . forward(x)) / dx by differences, against what backward(x, forward(x), dy) says.
template <class Forward, class Backward>
void ExpectGradient(const Doubles& x, const Doubles& dy, Forward forward, Backward backward) {
  const Doubles gradient = backward(x, forward(x), dy);
  for (std::size_t i = 0; i < x.size(); ++i) {
    constexpr double kStep = 1e-6;
    Doubles more = x, less = x;
    more[i] += kStep;
    less[i] -= kStep;
    EXPECT_NEAR(gradient[i], (Dot(forward(more), dy) - Dot(forward(less), dy)) / (2 * kStep), 1e-7);
  }
}

}  // namespace detrain::cudahost::test

#endif
