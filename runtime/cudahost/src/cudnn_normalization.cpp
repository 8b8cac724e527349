// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batch normalisation. Each mean, variance and gradient is a sum in the order of the indices.
#include <cmath>

#include "cudnn_descriptors.h"

using namespace detrain::cudahost;

namespace {

// What a mean is taken over: fn(n, c, h, w) for each place of a parameter's.
template <class Fn>
void EachOf(const cudnnTensorStruct& in, const std::array<std::int64_t, 4>& parameter, bool is_spatial, Fn fn) {
  const auto [first, c, row, column] = parameter;
  for (std::int64_t n = 0; n < in.size[0]; ++n)
    for (std::int64_t h = is_spatial ? 0 : row; h < (is_spatial ? in.size[2] : row + 1); ++h)
      for (std::int64_t w = is_spatial ? 0 : column; w < (is_spatial ? in.size[3] : column + 1); ++w)
        fn(n, c, h, w);
}

bool IsSpatial(cudnnBatchNormMode_t mode) {
  return mode != CUDNN_BATCHNORM_PER_ACTIVATION;
}

template <class T>
struct Spread {
  T mean, squares, count;  // `squares`: the sum of the squared distances from the mean
};

// Of the elements that `each` goes through, in its order. `known`: their mean, where it was saved; else null.
template <class T, class Each>
Spread<T> SpreadOf(const cudnnTensorStruct& in, const Each& each, const T* x, const T* known) {
  T sum = 0, count = 0, squares = 0;
  each([&](auto n, auto c, auto h, auto w) {
    sum += x[in.At(n, c, h, w)];
    count += T(1);
  });
  const T mean = known == nullptr ? sum / count : *known;
  each([&](auto n, auto c, auto h, auto w) {
    const T off = x[in.At(n, c, h, w)] - mean;
    squares += off * off;
  });
  return {mean, squares, count};
}

template <class T>
struct Training {
  const T *x, *scale, *bias;
  T *y, *running_mean, *running_variance, *saved_mean, *saved_inverse;
  double factor, epsilon;
};

template <class T>
void Train(const cudnnTensorStruct& in, const cudnnTensorStruct& out, const cudnnTensorStruct& parameters,
           bool is_spatial, Blend<T> blend, const Training<T>& of) {
  parameters.Each([&](auto i, auto j, auto k, auto l) {
    const std::int64_t at = parameters.At(i, j, k, l);
    const auto each = [&](auto fn) { EachOf(in, {i, j, k, l}, is_spatial, fn); };
    const auto spread = SpreadOf<T>(in, each, of.x, nullptr);
    const T mean = spread.mean, squares = spread.squares, count = spread.count;
    const T inverse = T(1) / std::sqrt(squares / count + static_cast<T>(of.epsilon));
    each([&](auto n, auto c, auto h, auto w) {
      const T normal = (of.x[in.At(n, c, h, w)] - mean) * inverse;
      blend(of.y[out.At(n, c, h, w)], of.scale[at] * normal + of.bias[at]);
    });
    const T factor = static_cast<T>(of.factor);
    const auto move = [&](T* running, T to) {
      if (running != nullptr)
        running[at] = factor == T(1) ? to : (T(1) - factor) * running[at] + factor * to;
    };
    move(of.running_mean, mean);
    move(of.running_variance, squares / (count > T(1) ? count - T(1) : T(1)));
    if (of.saved_mean != nullptr)
      of.saved_mean[at] = mean;
    if (of.saved_inverse != nullptr)
      of.saved_inverse[at] = inverse;
  });
}

template <class T>
struct Gradients {
  const T *x, *dy, *scale, *saved_mean, *saved_inverse;
  T *dx, *dscale, *dbias;
  double epsilon;
};

template <class T>
void Differentiate(const cudnnTensorStruct& in, const cudnnTensorStruct& gradient, const cudnnTensorStruct& to,
                   const cudnnTensorStruct& parameters, bool is_spatial, Blend<T> data, Blend<T> own,
                   const Gradients<T>& of) {
  parameters.Each([&](auto i, auto j, auto k, auto l) {
    const std::int64_t at = parameters.At(i, j, k, l);
    const auto each = [&](auto fn) { EachOf(in, {i, j, k, l}, is_spatial, fn); };
    const auto spread = SpreadOf<T>(in, each, of.x, of.saved_mean == nullptr ? nullptr : &of.saved_mean[at]);
    const T mean = spread.mean, squares = spread.squares, count = spread.count;
    const T inverse = of.saved_inverse == nullptr ? T(1) / std::sqrt(squares / count + static_cast<T>(of.epsilon))
                                                  : of.saved_inverse[at];
    const auto normal = [&](auto n, auto c, auto h, auto w) { return (of.x[in.At(n, c, h, w)] - mean) * inverse; };
    T bias = 0, scale = 0;
    each([&](auto n, auto c, auto h, auto w) {
      bias += of.dy[gradient.At(n, c, h, w)];
      scale += of.dy[gradient.At(n, c, h, w)] * normal(n, c, h, w);
    });
    each([&](auto n, auto c, auto h, auto w) {
      const T given = of.dy[gradient.At(n, c, h, w)] - bias / count - normal(n, c, h, w) * scale / count;
      data(of.dx[to.At(n, c, h, w)], of.scale[at] * inverse * given);
    });
    own(of.dscale[at], scale);
    own(of.dbias[at], bias);
  });
}

}  // namespace

extern "C" {

cudnnStatus_t cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derived, cudnnTensorDescriptor_t in,
                                            cudnnBatchNormMode_t mode) {
  const bool is_spatial = IsSpatial(mode);
  derived->Set(in->type, CUDNN_TENSOR_NCHW,
               {1, in->size[1], is_spatial ? 1 : in->size[2], is_spatial ? 1 : in->size[3]});
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha,
                                                     const void* beta, cudnnTensorDescriptor_t of_x, const void* x,
                                                     cudnnTensorDescriptor_t of_y, void* y,
                                                     cudnnTensorDescriptor_t of_parameters, const void* scale,
                                                     const void* bias, double factor, void* running_mean,
                                                     void* running_variance, double epsilon, void* saved_mean,
                                                     void* saved_inverse) {
  const cudnnTensorStruct in = *of_x, out = *of_y, parameters = *of_parameters;
  return OnTensors(handle, in.type, alpha, beta, [=](auto blend) {
    Train(in, out, parameters, IsSpatial(mode), blend,
          {As(blend, x), As(blend, scale), As(blend, bias), As(blend, y), As(blend, running_mean),
           As(blend, running_variance), As(blend, saved_mean), As(blend, saved_inverse), factor, epsilon});
  });
}

cudnnStatus_t cudnnBatchNormalizationForwardInference(cudnnHandle_t handle, cudnnBatchNormMode_t, const void* alpha,
                                                      const void* beta, cudnnTensorDescriptor_t of_x, const void* x,
                                                      cudnnTensorDescriptor_t of_y, void* y,
                                                      cudnnTensorDescriptor_t of_parameters, const void* scale,
                                                      const void* bias, const void* mean, const void* variance,
                                                      double epsilon) {
  const cudnnTensorStruct in = *of_x, out = *of_y, parameters = *of_parameters;
  return OnTensors(handle, in.type, alpha, beta, [=](auto blend) {
    in.Each([&](auto n, auto c, auto h, auto w) {
      const std::int64_t at = parameters.SpreadAt(n, c, h, w);
      const auto deviation = std::sqrt(As(blend, variance)[at] + static_cast<decltype(blend.alpha)>(epsilon));
      const auto normal = (As(blend, x)[in.At(n, c, h, w)] - As(blend, mean)[at]) / deviation;
      blend(As(blend, y)[out.At(n, c, h, w)], As(blend, scale)[at] * normal + As(blend, bias)[at]);
    });
  });
}

cudnnStatus_t cudnnBatchNormalizationBackward(cudnnHandle_t handle, cudnnBatchNormMode_t mode, const void* alpha_data,
                                              const void* beta_data, const void* alpha_parameters,
                                              const void* beta_parameters, cudnnTensorDescriptor_t of_x, const void* x,
                                              cudnnTensorDescriptor_t of_dy, const void* dy,
                                              cudnnTensorDescriptor_t of_dx, void* dx,
                                              cudnnTensorDescriptor_t of_parameters, const void* scale, void* dscale,
                                              void* dbias, double epsilon, const void* saved_mean,
                                              const void* saved_inverse) {
  if (alpha_parameters == nullptr || beta_parameters == nullptr)
    return CUDNN_STATUS_BAD_PARAM;
  const cudnnTensorStruct in = *of_x, gradient = *of_dy, to = *of_dx, parameters = *of_parameters;
  const bool is_double = in.type == CUDNN_DATA_DOUBLE;
  // What the two are now: the work may be done later.
  const auto now = [&](const void* value) {
    return is_double ? *static_cast<const double*>(value) : static_cast<double>(*static_cast<const float*>(value));
  };
  const double alpha = now(alpha_parameters), beta = now(beta_parameters);
  return OnTensors(handle, in.type, alpha_data, beta_data, [=](auto blend) {
    using T = decltype(blend.alpha);
    const T own_alpha = static_cast<T>(alpha), own_beta = static_cast<T>(beta);
    Differentiate(in, gradient, to, parameters, IsSpatial(mode), blend, Blend<T>(&own_alpha, &own_beta),
                  {As(blend, x), As(blend, dy), As(blend, scale), As(blend, saved_mean), As(blend, saved_inverse),
                   As(blend, dx), As(blend, dscale), As(blend, dbias), epsilon});
  });
}

}  // extern "C"
