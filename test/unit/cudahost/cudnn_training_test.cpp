// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuDNN's stand-in: what layers keep from step to step (running means, a generator), and operations on tensors.
#include <algorithm>
#include <cmath>

#include "cudnn_tensors.h"

namespace detrain::cudahost::test {
namespace {

struct Parameters {
  Doubles scale, bias, mean, variance;
};

class BatchNormalization {
 public:
  BatchNormalization(cudnnBatchNormMode_t mode, Parameters start)
      : in(3, 2, 2, 2), derived_(1, 2, 1, 1), mode_(mode), start_(std::move(start)) {
    cudnnDeriveBNTensorDescriptor(derived_.get(), in.get(), mode);
  }

  Doubles Forward(const Doubles& x, double factor = 1) {
    const Device<double> from(x), scale(start_.scale), bias(start_.bias), mean(start_.mean), variance(start_.variance);
    const Device<double> to(x.size()), saved_mean(start_.mean.size()), saved_inverse(start_.mean.size());
    EXPECT_EQ(
        cudnnBatchNormalizationForwardTraining(handle_.handle, mode_, &kOne, &kZero, in.get(), from.get(), in.get(),
                                               to.get(), derived_.get(), scale.get(), bias.get(), factor, mean.get(),
                                               variance.get(), 1e-3, saved_mean.get(), saved_inverse.get()),
        CUDNN_STATUS_SUCCESS);
    running_mean = mean.Read();
    running_variance = variance.Read();
    saved_mean_ = saved_mean.Read();
    saved_inverse_ = saved_inverse.Read();
    return to.Read();
  }
  Doubles Infer(const Doubles& x) const {
    const Device<double> from(x), scale(start_.scale), bias(start_.bias), mean(running_mean), to(x.size());
    const Device<double> variance(running_variance);
    EXPECT_EQ(cudnnBatchNormalizationForwardInference(handle_.handle, mode_, &kOne, &kZero, in.get(), from.get(),
                                                      in.get(), to.get(), derived_.get(), scale.get(), bias.get(),
                                                      mean.get(), variance.get(), 1e-3),
              CUDNN_STATUS_SUCCESS);
    return to.Read();
  }
  // What the last forward pass saved is used, or made again.
  Doubles Backward(const Doubles& x, const Doubles& dy, bool uses_saved) {
    const Device<double> from(x), by(dy), scale(start_.scale), to(x.size());
    const Device<double> dscale(start_.scale.size()), dbias(start_.scale.size());
    const Device<double> mean(saved_mean_), inverse(saved_inverse_);
    EXPECT_EQ(cudnnBatchNormalizationBackward(handle_.handle, mode_, &kOne, &kZero, &kOne, &kZero, in.get(), from.get(),
                                              in.get(), by.get(), in.get(), to.get(), derived_.get(), scale.get(),
                                              dscale.get(), dbias.get(), 1e-3, uses_saved ? mean.get() : nullptr,
                                              uses_saved ? inverse.get() : nullptr),
              CUDNN_STATUS_SUCCESS);
    dscale_read = dscale.Read();
    dbias_read = dbias.Read();
    return to.Read();
  }

  Tensor in;
  Doubles running_mean, running_variance, dscale_read, dbias_read;

 private:
  Handle handle_;
  Tensor derived_;
  cudnnBatchNormMode_t mode_;
  Parameters start_;
  Doubles saved_mean_, saved_inverse_;
};

TEST_F(Cudnn, BatchNormalizationKeepsARunningMeanAndVariance) {
  BatchNormalization layer(CUDNN_BATCHNORM_SPATIAL, {{1, 2}, {0, 1}, {4, 8}, {2, 2}});
  Doubles x(24);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = i / 4 % 2 == 0 ? static_cast<double>(i % 4) : 5;  // channel 0: 0 to 3, three times; channel 1: 5
  const Doubles y = layer.Forward(x, 0.25);
  EXPECT_NEAR(layer.running_mean[0], 0.75 * 4 + 0.25 * 1.5, 1e-12);
  EXPECT_NEAR(layer.running_mean[1], 0.75 * 8 + 0.25 * 5, 1e-12);
  EXPECT_NEAR(layer.running_variance[0], 0.75 * 2 + 0.25 * 15.0 / 11, 1e-12);
  EXPECT_NEAR(y[0], -1.5 / std::sqrt(1.25 + 1e-3), 1e-12);
  EXPECT_NEAR(y[4], 1, 1e-12);
  EXPECT_NEAR(layer.Infer(x)[3], (3 - layer.running_mean[0]) / std::sqrt(layer.running_variance[0] + 1e-3), 1e-12);
}

TEST_F(Cudnn, BatchNormalizationHandsGradientsBack) {
  for (const cudnnBatchNormMode_t mode : {CUDNN_BATCHNORM_SPATIAL, CUDNN_BATCHNORM_PER_ACTIVATION}) {
    const int places = mode == CUDNN_BATCHNORM_SPATIAL ? 2 : 8;
    BatchNormalization layer(mode, {Random(places, 1), Random(places, 2), Random(places, 3), Random(places, 4)});
    const Doubles x = Random(24, 5), dy = Random(24, 6);
    for (const bool uses_saved : {true, false})
      ExpectGradient(
          x, dy, [&](const Doubles& at) { return layer.Forward(at); },
          [&](const Doubles& at, const Doubles&, const Doubles& by) {
            layer.Forward(at);
            return layer.Backward(at, by, uses_saved);
          });
    double bias = 0;
    for (const double one : layer.dbias_read)
      bias += one;
    EXPECT_NEAR(bias, Dot(dy, Doubles(24, 1)), 1e-12);
  }
}

TEST_F(Cudnn, DropoutGoesOnWhereItsStatesAre) {
  const Handle handle;
  const Tensor at(4, 8, 8, 8);
  cudnnDropoutDescriptor_t dropout = nullptr;
  std::size_t states_size = 0, reserve_size = 0;
  cudnnCreateDropoutDescriptor(&dropout);
  cudnnDropoutGetStatesSize(handle.handle, &states_size);
  cudnnDropoutGetReserveSpaceSize(at.get(), &reserve_size);
  const Device<unsigned char> states(states_size), reserve(reserve_size);
  const Doubles ones(static_cast<std::size_t>(at.size()), 1);
  const Device<double> x(ones), y(ones.size()), dx(ones.size());
  const auto forward = [&] {
    EXPECT_EQ(
        cudnnDropoutForward(handle.handle, dropout, at.get(), x.get(), at.get(), y.get(), reserve.get(), reserve_size),
        CUDNN_STATUS_SUCCESS);
    return y.Read();
  };
  ASSERT_EQ(cudnnSetDropoutDescriptor(dropout, handle.handle, 0.25F, states.get(), states_size, 7),
            CUDNN_STATUS_SUCCESS);
  const Doubles first = forward();
  const auto after_first = states.Read();
  const Doubles second = forward();
  EXPECT_NE(first, second);
  const auto kept = std::count_if(second.begin(), second.end(), [](double value) { return value != 0; });
  EXPECT_NEAR(static_cast<double>(kept), 0.75 * at.size(), 0.03 * at.size());
  EXPECT_NEAR(*std::max_element(second.begin(), second.end()), 4.0 / 3, 1e-6);
  EXPECT_EQ(
      cudnnDropoutBackward(handle.handle, dropout, at.get(), x.get(), at.get(), dx.get(), reserve.get(), reserve_size),
      CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(dx.Read(), second);
  cudaMemcpy(states.get(), after_first.data(), states_size, cudaMemcpyHostToDevice);
  ASSERT_EQ(cudnnRestoreDropoutDescriptor(dropout, handle.handle, 0.25F, states.get(), states_size, 7),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(forward(), second);
  cudnnDestroyDropoutDescriptor(dropout);
}

TEST_F(Cudnn, TwoTensorsGiveOne) {
  const Handle handle;
  const Tensor at(1, 2, 1, 2), row(1, 2, 1, 1);
  cudnnOpTensorDescriptor_t operation = nullptr;
  cudnnCreateOpTensorDescriptor(&operation);
  const Device<double> a(Doubles{1, 4, 9, 16}), b(Doubles{2, -3});
  const auto of = [&](cudnnOpTensorOp_t op) {
    const double two = 2, half = 0.5;
    const Device<double> c(Doubles{10, 20, 30, 40});
    cudnnSetOpTensorDescriptor(operation, op, CUDNN_DATA_DOUBLE, CUDNN_PROPAGATE_NAN);
    EXPECT_EQ(cudnnOpTensor(handle.handle, operation, &kOne, at.get(), a.get(), &two, row.get(), b.get(), &half,
                            at.get(), c.get()),
              CUDNN_STATUS_SUCCESS);
    return c.Read();
  };
  EXPECT_EQ(of(CUDNN_OP_TENSOR_ADD), (Doubles{10, 18, 18, 30}));
  EXPECT_EQ(of(CUDNN_OP_TENSOR_MUL), (Doubles{9, 26, -39, -76}));
  EXPECT_EQ(of(CUDNN_OP_TENSOR_MAX), (Doubles{9, 14, 24, 36}));
  EXPECT_EQ(of(CUDNN_OP_TENSOR_SQRT), (Doubles{6, 12, 18, 24}));
  cudnnDestroyOpTensorDescriptor(operation);
}

TEST_F(Cudnn, ATensorIsReducedToTheSizesOfAnother) {
  const Handle handle;
  const Tensor at(2, 2, 1, 2), channels(1, 2, 1, 1);
  cudnnReduceTensorDescriptor_t reduction = nullptr;
  cudnnCreateReduceTensorDescriptor(&reduction);
  const Device<double> a(Doubles{1, -2, 3, 0, 5, 6, 7, -8}), c(2);
  const auto of = [&](cudnnReduceTensorOp_t op) {
    cudnnSetReduceTensorDescriptor(reduction, op, CUDNN_DATA_DOUBLE, CUDNN_PROPAGATE_NAN,
                                   CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_32BIT_INDICES);
    EXPECT_EQ(cudnnReduceTensor(handle.handle, reduction, nullptr, 0, nullptr, 0, &kOne, at.get(), a.get(), &kZero,
                                channels.get(), c.get()),
              CUDNN_STATUS_SUCCESS);
    return c.Read();
  };
  EXPECT_EQ(of(CUDNN_REDUCE_TENSOR_ADD), (Doubles{10, 2}));
  EXPECT_EQ(of(CUDNN_REDUCE_TENSOR_AVG), (Doubles{2.5, 0.5}));
  EXPECT_EQ(of(CUDNN_REDUCE_TENSOR_MIN), (Doubles{-2, -8}));
  EXPECT_EQ(of(CUDNN_REDUCE_TENSOR_AMAX), (Doubles{6, 8}));
  EXPECT_EQ(of(CUDNN_REDUCE_TENSOR_NORM1), (Doubles{14, 18}));
  EXPECT_EQ(of(CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS), (Doubles{-60, -168}));
  EXPECT_NEAR(of(CUDNN_REDUCE_TENSOR_NORM2)[0], std::sqrt(66.0), 1e-12);
  cudnnDestroyReduceTensorDescriptor(reduction);
}

TEST_F(Cudnn, TensorsAreSetAndScaled) {
  const Handle handle;
  const Tensor at(1, 1, 2, 2);
  const Device<double> y(4);
  const double three = 3, half = 0.5;
  std::size_t size = 0;
  EXPECT_EQ(cudnnSetTensor(handle.handle, at.get(), y.get(), &three), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(cudnnScaleTensor(handle.handle, at.get(), y.get(), &half), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(y.Read(), Doubles(4, 1.5));
  EXPECT_EQ(cudnnGetTensorSizeInBytes(at.get(), &size), CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(size, 32U);
}

}  // namespace
}  // namespace detrain::cudahost::test
