// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuDNN's stand-in. Forward passes are compared with sums written out here, gradients with the forward passes: a
// convolution is linear, so its gradients are its adjoints; of the others, differences of forward passes are taken.
#include <cmath>

#include "cudnn_tensors.h"

namespace detrain::cudahost::test {
namespace {

struct Shape {
  int pad, stride, dilation, groups;
  cudnnConvolutionMode_t mode;
};

// Two numbers of four channels, 7 x 6, to six channels by filters of 3 x 2.
class Convolution {
 public:
  explicit Convolution(const Shape& shape) : in_(2, 4, 7, 6) {
    cudnnCreateConvolutionDescriptor(&convolution_);
    cudnnSetConvolution2dDescriptor(convolution_, shape.pad, shape.pad, shape.stride, shape.stride, shape.dilation,
                                    shape.dilation, shape.mode, CUDNN_DATA_DOUBLE);
    cudnnSetConvolutionGroupCount(convolution_, shape.groups);
    cudnnCreateFilterDescriptor(&filter_);
    cudnnSetFilter4dDescriptor(filter_, CUDNN_DATA_DOUBLE, CUDNN_TENSOR_NCHW, 6, 4 / shape.groups, 3, 2);
    cudnnGetConvolution2dForwardOutputDim(convolution_, in_.get(), filter_, &n, &c, &h, &w);
    weights = 6 * (4 / shape.groups) * 3 * 2;
  }
  Convolution(const Convolution&) = delete;
  Convolution& operator=(const Convolution&) = delete;
  ~Convolution() {
    cudnnDestroyConvolutionDescriptor(convolution_);
    cudnnDestroyFilterDescriptor(filter_);
  }

  Doubles Forward(const Doubles& x, const Doubles& weight) const {
    const Tensor out(n, c, h, w);
    const Device<double> from(x), by(weight), to(static_cast<std::size_t>(out.size()));
    EXPECT_EQ(cudnnConvolutionForward(handle_.handle, &kOne, in_.get(), from.get(), filter_, by.get(), convolution_,
                                      CUDNN_CONVOLUTION_FWD_ALGO_GEMM, nullptr, 0, &kZero, out.get(), to.get()),
              CUDNN_STATUS_SUCCESS);
    return to.Read();
  }
  Doubles ToData(const Doubles& gradient, const Doubles& weight) const {
    const Tensor out(n, c, h, w);
    const Device<double> from(gradient), by(weight), to(static_cast<std::size_t>(in_.size()));
    EXPECT_EQ(
        cudnnConvolutionBackwardData(handle_.handle, &kOne, filter_, by.get(), out.get(), from.get(), convolution_,
                                     CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, nullptr, 0, &kZero, in_.get(), to.get()),
        CUDNN_STATUS_SUCCESS);
    return to.Read();
  }
  Doubles ToFilter(const Doubles& x, const Doubles& gradient) const {
    const Tensor out(n, c, h, w);
    const Device<double> from(x), by(gradient), to(static_cast<std::size_t>(weights));
    EXPECT_EQ(
        cudnnConvolutionBackwardFilter(handle_.handle, &kOne, in_.get(), from.get(), out.get(), by.get(), convolution_,
                                       CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, nullptr, 0, &kZero, filter_, to.get()),
        CUDNN_STATUS_SUCCESS);
    return to.Read();
  }

  int n = 0, c = 0, h = 0, w = 0, weights = 0;

 private:
  Handle handle_;
  Tensor in_;
  cudnnConvolutionDescriptor_t convolution_ = nullptr;
  cudnnFilterDescriptor_t filter_ = nullptr;
};

TEST_F(Cudnn, AConvolutionSumsWhatTheFilterSees) {
  const Convolution convolution({0, 1, 1, 1, CUDNN_CROSS_CORRELATION});
  ASSERT_EQ(std::vector({convolution.n, convolution.c, convolution.h, convolution.w}), std::vector({2, 6, 5, 5}));
  const Doubles x = Random(2 * 4 * 7 * 6, 1), weight = Random(convolution.weights, 2);
  const Doubles y = convolution.Forward(x, weight);
  double expected = 0;  // number 1, channel 5, row 4, column 3
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t s = 0; s < 2; ++s)
        expected += x[((4 + c) * 7 + 4 + r) * 6 + 3 + s] * weight[((20 + c) * 3 + r) * 2 + s];
  constexpr std::size_t kPlace = 11 * 25 + 23;
  EXPECT_NEAR(y[kPlace], expected, 1e-12);
}

TEST_F(Cudnn, GradientsOfConvolutionsAreTheirAdjoints) {
  for (const Shape& shape : {Shape{0, 1, 1, 1, CUDNN_CROSS_CORRELATION}, Shape{1, 2, 1, 1, CUDNN_CROSS_CORRELATION},
                             Shape{2, 1, 2, 2, CUDNN_CROSS_CORRELATION}, Shape{1, 2, 1, 2, CUDNN_CONVOLUTION}}) {
    const Convolution convolution(shape);
    const Doubles x = Random(2 * 4 * 7 * 6, 3), weight = Random(convolution.weights, 4);
    const Doubles dy = Random(convolution.n * convolution.c * convolution.h * convolution.w, 5);
    const double expected = Dot(convolution.Forward(x, weight), dy);
    EXPECT_NEAR(Dot(convolution.ToData(dy, weight), x), expected, 1e-11);
    EXPECT_NEAR(Dot(convolution.ToFilter(x, dy), weight), expected, 1e-11);
  }
}

TEST_F(Cudnn, PoolingHandsGradientsBack) {
  const Handle handle;
  const Tensor in(1, 2, 5, 4), out(1, 2, 3, 2);
  for (const cudnnPoolingMode_t mode :
       {CUDNN_POOLING_MAX, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING, CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING}) {
    cudnnPoolingDescriptor_t pooling = nullptr;
    cudnnCreatePoolingDescriptor(&pooling);
    cudnnSetPooling2dDescriptor(pooling, mode, CUDNN_NOT_PROPAGATE_NAN, 3, 2, 1, 0, 2, 2);
    const auto forward = [&](const Doubles& x) {
      const Device<double> from(x), to(static_cast<std::size_t>(out.size()));
      cudnnPoolingForward(handle.handle, pooling, &kOne, in.get(), from.get(), &kZero, out.get(), to.get());
      return to.Read();
    };
    const auto backward = [&](const Doubles& x, const Doubles& y, const Doubles& dy) {
      const Device<double> from(x), of(y), by(dy), to(x.size());
      cudnnPoolingBackward(handle.handle, pooling, &kOne, out.get(), of.get(), out.get(), by.get(), in.get(),
                           from.get(), &kZero, in.get(), to.get());
      return to.Read();
    };
    ExpectGradient(Random(in.size(), 6), Random(out.size(), 7), forward, backward);
    cudnnDestroyPoolingDescriptor(pooling);
  }
}

TEST_F(Cudnn, ActivationsHandGradientsBack) {
  const Handle handle;
  const Tensor at(2, 3, 2, 2);
  for (const cudnnActivationMode_t mode :
       {CUDNN_ACTIVATION_SIGMOID, CUDNN_ACTIVATION_RELU, CUDNN_ACTIVATION_TANH, CUDNN_ACTIVATION_CLIPPED_RELU,
        CUDNN_ACTIVATION_ELU, CUDNN_ACTIVATION_IDENTITY}) {
    cudnnActivationDescriptor_t activation = nullptr;
    cudnnCreateActivationDescriptor(&activation);
    cudnnSetActivationDescriptor(activation, mode, CUDNN_NOT_PROPAGATE_NAN, 0.5);
    const auto forward = [&](const Doubles& x) {
      const Device<double> from(x), to(x.size());
      cudnnActivationForward(handle.handle, activation, &kOne, at.get(), from.get(), &kZero, at.get(), to.get());
      return to.Read();
    };
    const auto backward = [&](const Doubles& x, const Doubles& y, const Doubles& dy) {
      const Device<double> from(x), of(y), by(dy), to(x.size());
      cudnnActivationBackward(handle.handle, activation, &kOne, at.get(), of.get(), at.get(), by.get(), at.get(),
                              from.get(), &kZero, at.get(), to.get());
      return to.Read();
    };
    ExpectGradient(Random(at.size(), 8), Random(at.size(), 9), forward, backward);
    cudnnDestroyActivationDescriptor(activation);
  }
}

TEST_F(Cudnn, SoftmaxIsOneInSumAndHandsGradientsBack) {
  const Handle handle;
  const Tensor at(2, 5, 1, 2);
  for (const cudnnSoftmaxMode_t mode : {CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL})
    for (const cudnnSoftmaxAlgorithm_t algorithm : {CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG}) {
      const auto forward = [&](const Doubles& x) {
        const Device<double> from(x), to(x.size());
        cudnnSoftmaxForward(handle.handle, algorithm, mode, &kOne, at.get(), from.get(), &kZero, at.get(), to.get());
        return to.Read();
      };
      const auto backward = [&](const Doubles&, const Doubles& y, const Doubles& dy) {
        const Device<double> of(y), by(dy), to(y.size());
        cudnnSoftmaxBackward(handle.handle, algorithm, mode, &kOne, at.get(), of.get(), at.get(), by.get(), &kZero,
                             at.get(), to.get());
        return to.Read();
      };
      const Doubles x = Random(at.size(), 10);
      double sum = 0;
      for (const double y : forward(x))
        sum += algorithm == CUDNN_SOFTMAX_LOG ? std::exp(y) : y;
      EXPECT_NEAR(sum, mode == CUDNN_SOFTMAX_MODE_INSTANCE ? 2 : 4, 1e-12);
      ExpectGradient(x, Random(at.size(), 11), forward, backward);
    }
}

TEST_F(Cudnn, BiasesAreAddedToEachPlaceAndCollectedAgain) {
  const Handle handle;
  const Tensor at(2, 3, 2, 2), bias(1, 3, 1, 1);
  const double half = 0.5;
  const Doubles b = {1, 2, 3}, old(static_cast<std::size_t>(at.size()), 4);
  const Device<double> from(b), to(old), back(3);
  EXPECT_EQ(cudnnAddTensor(handle.handle, &kOne, bias.get(), from.get(), &half, at.get(), to.get()),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(to.Read()[11], 5);
  EXPECT_EQ(cudnnConvolutionBackwardBias(handle.handle, &kOne, at.get(), to.get(), &kZero, bias.get(), back.get()),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(back.Read(), (Doubles{24, 32, 40}));
}

}  // namespace
}  // namespace detrain::cudahost::test
