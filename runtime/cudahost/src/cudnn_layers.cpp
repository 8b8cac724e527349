// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pooling, activations, softmax and adding a tensor.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cudnn_descriptors.h"

using namespace detrain::cudahost;

namespace {

// The places of the input that an output place looks at.
struct Window {
  std::int64_t from_row, to_row, from_column, to_column;
  std::int64_t count;  // for averages

  template <class Fn>
  void Each(Fn fn) const {
    for (std::int64_t h = from_row; h < to_row; ++h)
      for (std::int64_t w = from_column; w < to_column; ++w)
        fn(h, w);
  }
};

Window WindowOf(const cudnnPoolingStruct& pooling, const cudnnTensorStruct& in, std::int64_t p, std::int64_t q) {
  const std::int64_t row = p * pooling.stride[0] - pooling.pad[0], column = q * pooling.stride[1] - pooling.pad[1];
  Window window = {std::max<std::int64_t>(row, 0), std::min(row + pooling.size[0], in.size[2]),
                   std::max<std::int64_t>(column, 0), std::min(column + pooling.size[1], in.size[3]), 0};
  const bool counts_padding = pooling.mode == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING;
  window.count = counts_padding ? pooling.size[0] * pooling.size[1]
                                : (window.to_row - window.from_row) * (window.to_column - window.from_column);
  return window;
}

bool IsMax(const cudnnPoolingStruct& pooling) {
  return pooling.mode == CUDNN_POOLING_MAX || pooling.mode == CUDNN_POOLING_MAX_DETERMINISTIC;
}

template <class T>
void Pool(const cudnnPoolingStruct& pooling, const cudnnTensorStruct& in, const cudnnTensorStruct& out, Blend<T> blend,
          const T* x, T* y) {
  out.Each([&](auto n, auto c, auto p, auto q) {
    const Window window = WindowOf(pooling, in, p, q);
    T sum = 0, most = -std::numeric_limits<T>::infinity();
    window.Each([&](auto h, auto w) {
      const T value = x[in.At(n, c, h, w)];
      sum += value;
      most = value > most || std::isnan(value) ? value : most;
    });
    blend(y[out.At(n, c, p, q)], IsMax(pooling) ? most : sum / static_cast<T>(window.count));
  });
}

// Of equal maxima the first one has the gradient.
template <class T>
void PoolBackward(const cudnnPoolingStruct& pooling, const cudnnTensorStruct& in, const cudnnTensorStruct& gradient,
                  const cudnnTensorStruct& to, Blend<T> blend, const T* dy, const T* x, T* dx) {
  std::vector<T> sums(static_cast<std::size_t>(in.Count()));
  const auto sum_of = [&](auto n, auto c, auto h, auto w) -> T& {
    return sums[static_cast<std::size_t>(((n * in.size[1] + c) * in.size[2] + h) * in.size[3] + w)];
  };
  gradient.Each([&](auto n, auto c, auto p, auto q) {
    const Window window = WindowOf(pooling, in, p, q);
    const T given = dy[gradient.At(n, c, p, q)];
    if (!IsMax(pooling)) {
      window.Each([&](auto h, auto w) { sum_of(n, c, h, w) += given / static_cast<T>(window.count); });
      return;
    }
    std::int64_t row = window.from_row, column = window.from_column;
    window.Each([&](auto h, auto w) {
      if (x[in.At(n, c, h, w)] > x[in.At(n, c, row, column)]) {
        row = h;
        column = w;
      }
    });
    sum_of(n, c, row, column) += given;
  });
  to.Each([&](auto n, auto c, auto h, auto w) { blend(dx[to.At(n, c, h, w)], sum_of(n, c, h, w)); });
}

template <class T>
T Activate(const cudnnActivationStruct& activation, T x) {
  const T coefficient = static_cast<T>(activation.coefficient);
  switch (activation.mode) {
    case CUDNN_ACTIVATION_SIGMOID:
      return T(1) / (T(1) + std::exp(-x));
    case CUDNN_ACTIVATION_RELU:
      return x > T(0) ? x : T(0);
    case CUDNN_ACTIVATION_TANH:
      return std::tanh(x);
    case CUDNN_ACTIVATION_CLIPPED_RELU:
      return std::clamp(x, T(0), coefficient);
    case CUDNN_ACTIVATION_ELU:
      return x > T(0) ? x : coefficient * std::expm1(x);
    case CUDNN_ACTIVATION_IDENTITY:
      return x;
  }
  return x;
}

// By what the gradient is multiplied.
template <class T>
T Slope(const cudnnActivationStruct& activation, T x, T y) {
  const T coefficient = static_cast<T>(activation.coefficient);
  switch (activation.mode) {
    case CUDNN_ACTIVATION_SIGMOID:
      return y * (T(1) - y);
    case CUDNN_ACTIVATION_RELU:
      return x > T(0) ? T(1) : T(0);
    case CUDNN_ACTIVATION_TANH:
      return T(1) - y * y;
    case CUDNN_ACTIVATION_CLIPPED_RELU:
      return x > T(0) && x < coefficient ? T(1) : T(0);
    case CUDNN_ACTIVATION_ELU:
      return x > T(0) ? T(1) : y + coefficient;
    case CUDNN_ACTIVATION_IDENTITY:
      return T(1);
  }
  return T(1);
}

// fn(all): for each softmax of the tensor, its places in order.
template <class Fn>
void EachSoftmax(const cudnnTensorStruct& tensor, cudnnSoftmaxMode_t mode, Fn fn) {
  using Place = std::array<std::int64_t, 4>;
  const auto [numbers, channels, rows, columns] = tensor.size;
  std::vector<Place> all;
  for (std::int64_t n = 0; n < numbers; ++n) {
    if (mode == CUDNN_SOFTMAX_MODE_INSTANCE) {
      all.clear();
      for (std::int64_t i = 0; i < channels * rows * columns; ++i)
        all.push_back({n, i / (rows * columns), i / columns % rows, i % columns});
      fn(all);
      continue;
    }
    for (std::int64_t i = 0; i < rows * columns; ++i) {
      all.clear();
      for (std::int64_t c = 0; c < channels; ++c)
        all.push_back({n, c, i / columns, i % columns});
      fn(all);
    }
  }
}

std::int64_t At(const cudnnTensorStruct& tensor, const std::array<std::int64_t, 4>& place) {
  return tensor.At(place[0], place[1], place[2], place[3]);
}

template <class T>
void Softmax(const cudnnTensorStruct& in, const cudnnTensorStruct& out, cudnnSoftmaxAlgorithm_t algorithm,
             cudnnSoftmaxMode_t mode, Blend<T> blend, const T* x, T* y) {
  EachSoftmax(in, mode, [&](const auto& all) {
    T most = -std::numeric_limits<T>::infinity(), sum = 0;
    if (algorithm == CUDNN_SOFTMAX_FAST)
      most = 0;
    else
      for (const auto& place : all)
        most = std::max(most, x[At(in, place)]);
    for (const auto& place : all)
      sum += std::exp(x[At(in, place)] - most);
    for (const auto& place : all) {
      const T value = x[At(in, place)] - most;
      blend(y[At(out, place)], algorithm == CUDNN_SOFTMAX_LOG ? value - std::log(sum) : std::exp(value) / sum);
    }
  });
}

template <class T>
void SoftmaxBackward(const cudnnTensorStruct& out, const cudnnTensorStruct& gradient, const cudnnTensorStruct& to,
                     cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode, Blend<T> blend, const T* y,
                     const T* dy, T* dx) {
  const bool is_log = algorithm == CUDNN_SOFTMAX_LOG;
  EachSoftmax(out, mode, [&](const auto& all) {
    T sum = 0;
    for (const auto& place : all)
      sum += dy[At(gradient, place)] * (is_log ? T(1) : y[At(out, place)]);
    for (const auto& place : all) {
      const T given = dy[At(gradient, place)], value = y[At(out, place)];
      blend(dx[At(to, place)], is_log ? given - std::exp(value) * sum : value * (given - sum));
    }
  });
}

}  // namespace

extern "C" {

cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, cudnnPoolingDescriptor_t descriptor, const void* alpha,
                                  cudnnTensorDescriptor_t from, const void* x, const void* beta,
                                  cudnnTensorDescriptor_t to, void* y) {
  const cudnnPoolingStruct pooling = *descriptor;
  const cudnnTensorStruct in = *from, out = *to;
  return OnTensors(handle, in.type, alpha, beta,
                   [=](auto blend) { Pool(pooling, in, out, blend, As(blend, x), As(blend, y)); });
}

cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, cudnnPoolingDescriptor_t descriptor, const void* alpha,
                                   cudnnTensorDescriptor_t, const void*, cudnnTensorDescriptor_t of_dy, const void* dy,
                                   cudnnTensorDescriptor_t of_x, const void* x, const void* beta,
                                   cudnnTensorDescriptor_t of_dx, void* dx) {
  const cudnnPoolingStruct pooling = *descriptor;
  const cudnnTensorStruct in = *of_x, gradient = *of_dy, to = *of_dx;
  return OnTensors(handle, in.type, alpha, beta, [=](auto blend) {
    PoolBackward(pooling, in, gradient, to, blend, As(blend, dy), As(blend, x), As(blend, dx));
  });
}

cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t descriptor, const void* alpha,
                                     cudnnTensorDescriptor_t from, const void* x, const void* beta,
                                     cudnnTensorDescriptor_t to, void* y) {
  const cudnnActivationStruct activation = *descriptor;
  const cudnnTensorStruct in = *from, out = *to;
  return OnTensors(handle, in.type, alpha, beta, [=](auto blend) {
    out.Each([&](auto n, auto c, auto h, auto w) {
      blend(As(blend, y)[out.At(n, c, h, w)], Activate(activation, As(blend, x)[in.At(n, c, h, w)]));
    });
  });
}

cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t descriptor, const void* alpha,
                                      cudnnTensorDescriptor_t of_y, const void* y, cudnnTensorDescriptor_t of_dy,
                                      const void* dy, cudnnTensorDescriptor_t of_x, const void* x, const void* beta,
                                      cudnnTensorDescriptor_t of_dx, void* dx) {
  const cudnnActivationStruct activation = *descriptor;
  const cudnnTensorStruct out = *of_y, gradient = *of_dy, in = *of_x, to = *of_dx;
  return OnTensors(handle, in.type, alpha, beta, [=](auto blend) {
    to.Each([&](auto n, auto c, auto h, auto w) {
      const auto slope = Slope(activation, As(blend, x)[in.At(n, c, h, w)], As(blend, y)[out.At(n, c, h, w)]);
      blend(As(blend, dx)[to.At(n, c, h, w)], As(blend, dy)[gradient.At(n, c, h, w)] * slope);
    });
  });
}

cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode,
                                  const void* alpha, cudnnTensorDescriptor_t from, const void* x, const void* beta,
                                  cudnnTensorDescriptor_t to, void* y) {
  const cudnnTensorStruct in = *from, out = *to;
  return OnTensors(handle, in.type, alpha, beta,
                   [=](auto blend) { Softmax(in, out, algorithm, mode, blend, As(blend, x), As(blend, y)); });
}

cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode,
                                   const void* alpha, cudnnTensorDescriptor_t of_y, const void* y,
                                   cudnnTensorDescriptor_t of_dy, const void* dy, const void* beta,
                                   cudnnTensorDescriptor_t of_dx, void* dx) {
  const cudnnTensorStruct out = *of_y, gradient = *of_dy, to = *of_dx;
  return OnTensors(handle, out.type, alpha, beta, [=](auto blend) {
    SoftmaxBackward(out, gradient, to, algorithm, mode, blend, As(blend, y), As(blend, dy), As(blend, dx));
  });
}

// Sizes of 1 stand for all places of that dimension.
cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t from, const void* a,
                             const void* beta, cudnnTensorDescriptor_t to, void* c) {
  const cudnnTensorStruct in = *from, out = *to;
  return OnTensors(handle, out.type, alpha, beta, [=](auto blend) {
    out.Each([&](auto n, auto k, auto h, auto w) {
      blend(As(blend, c)[out.At(n, k, h, w)], As(blend, a)[in.SpreadAt(n, k, h, w)]);
    });
  });
}

}  // extern "C"
