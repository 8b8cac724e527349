// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions in two dimensions and their gradients: each element of a result gathers its addends in the order of the
// indices.
#include "cudnn_descriptors.h"

using namespace detrain::cudahost;

namespace {

// How places of the input, the filter and the output belong together.
struct Geometry {
  cudnnTensorStruct in, out;
  cudnnFilterStruct filter;
  cudnnConvolutionStruct convolution;

  // In dimension i (0: rows), where filter place `tap` of output place `at` lies; outside of the input in the padding.
  [[nodiscard]] std::int64_t Source(std::size_t i, std::int64_t at, std::int64_t tap) const {
    return at * convolution.stride[i] - convolution.pad[i] + tap * convolution.dilation[i];
  }
  [[nodiscard]] bool IsIn(std::size_t i, std::int64_t place) const { return place >= 0 && place < in.size[i + 2]; }
  // The output place that reads `place` through `tap`; -1: none.
  [[nodiscard]] std::int64_t Reader(std::size_t i, std::int64_t place, std::int64_t tap) const {
    const std::int64_t from = place + convolution.pad[i] - tap * convolution.dilation[i];
    const std::int64_t at = from / convolution.stride[i];
    return from >= 0 && from % convolution.stride[i] == 0 && at < out.size[i + 2] ? at : -1;
  }
  // Where the weight of a tap lies: a true convolution turns the filter round.
  [[nodiscard]] std::int64_t Weight(std::int64_t k, std::int64_t c, std::int64_t r, std::int64_t s) const {
    const bool is_turned = convolution.mode == CUDNN_CONVOLUTION;
    return filter.At(k, c, is_turned ? filter.size[2] - 1 - r : r, is_turned ? filter.size[3] - 1 - s : s);
  }
  [[nodiscard]] std::int64_t PerGroup() const { return filter.size[0] / convolution.groups; }  // output channels

  template <class Fn>
  void EachTap(Fn fn) const {
    for (std::int64_t r = 0; r < filter.size[2]; ++r)
      for (std::int64_t s = 0; s < filter.size[3]; ++s)
        fn(r, s);
  }
};

template <class T>
void Forward(const Geometry& g, Blend<T> blend, const T* x, const T* w, T* y) {
  g.out.Each([&](auto n, auto k, auto p, auto q) {
    T sum = 0;
    for (std::int64_t c = 0; c < g.filter.size[1]; ++c)
      g.EachTap([&](auto r, auto s) {
        const std::int64_t row = g.Source(0, p, r), column = g.Source(1, q, s);
        if (g.IsIn(0, row) && g.IsIn(1, column))
          sum += x[g.in.At(n, k / g.PerGroup() * g.filter.size[1] + c, row, column)] * w[g.Weight(k, c, r, s)];
      });
    blend(y[g.out.At(n, k, p, q)], sum);
  });
}

template <class T>
void BackwardData(const Geometry& g, Blend<T> blend, const T* w, const T* dy, T* dx) {
  g.in.Each([&](auto n, auto c, auto h, auto v) {
    const std::int64_t group = c / g.filter.size[1];
    T sum = 0;
    for (std::int64_t k = group * g.PerGroup(); k < (group + 1) * g.PerGroup(); ++k)
      g.EachTap([&](auto r, auto s) {
        const std::int64_t p = g.Reader(0, h, r), q = g.Reader(1, v, s);
        if (p >= 0 && q >= 0)
          sum += dy[g.out.At(n, k, p, q)] * w[g.Weight(k, c % g.filter.size[1], r, s)];
      });
    blend(dx[g.in.At(n, c, h, v)], sum);
  });
}

template <class T>
void BackwardFilter(const Geometry& g, Blend<T> blend, const T* x, const T* dy, T* dw) {
  g.filter.Each([&](auto k, auto c, auto r, auto s) {
    T sum = 0;
    for (std::int64_t n = 0; n < g.out.size[0]; ++n)
      for (std::int64_t p = 0; p < g.out.size[2]; ++p)
        for (std::int64_t q = 0; q < g.out.size[3]; ++q) {
          const std::int64_t row = g.Source(0, p, r), column = g.Source(1, q, s);
          if (g.IsIn(0, row) && g.IsIn(1, column))
            sum += x[g.in.At(n, k / g.PerGroup() * g.filter.size[1] + c, row, column)] * dy[g.out.At(n, k, p, q)];
        }
    blend(dw[g.Weight(k, c, r, s)], sum);
  });
}

}  // namespace

extern "C" {

cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t in,
                                      const void* x, cudnnFilterDescriptor_t filter, const void* w,
                                      cudnnConvolutionDescriptor_t convolution, cudnnConvolutionFwdAlgo_t, void*,
                                      std::size_t, const void* beta, cudnnTensorDescriptor_t out, void* y) {
  const Geometry geometry = {*in, *out, *filter, *convolution};
  return OnTensors(handle, in->type, alpha, beta,
                   [=](auto blend) { Forward(geometry, blend, As(blend, x), As(blend, w), As(blend, y)); });
}

cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha, cudnnFilterDescriptor_t filter,
                                           const void* w, cudnnTensorDescriptor_t gradient, const void* dy,
                                           cudnnConvolutionDescriptor_t convolution, cudnnConvolutionBwdDataAlgo_t,
                                           void*, std::size_t, const void* beta, cudnnTensorDescriptor_t in, void* dx) {
  const Geometry geometry = {*in, *gradient, *filter, *convolution};
  return OnTensors(handle, in->type, alpha, beta,
                   [=](auto blend) { BackwardData(geometry, blend, As(blend, w), As(blend, dy), As(blend, dx)); });
}

cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t in,
                                             const void* x, cudnnTensorDescriptor_t gradient, const void* dy,
                                             cudnnConvolutionDescriptor_t convolution, cudnnConvolutionBwdFilterAlgo_t,
                                             void*, std::size_t, const void* beta, cudnnFilterDescriptor_t filter,
                                             void* dw) {
  const Geometry geometry = {*in, *gradient, *filter, *convolution};
  return OnTensors(handle, in->type, alpha, beta,
                   [=](auto blend) { BackwardFilter(geometry, blend, As(blend, x), As(blend, dy), As(blend, dw)); });
}

cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t gradient,
                                           const void* dy, const void* beta, cudnnTensorDescriptor_t bias, void* db) {
  const cudnnTensorStruct from = *gradient, to = *bias;
  return OnTensors(handle, from.type, alpha, beta, [=](auto blend) {
    for (std::int64_t c = 0; c < from.size[1]; ++c) {
      decltype(blend.alpha) sum = 0;
      for (std::int64_t n = 0; n < from.size[0]; ++n)
        for (std::int64_t h = 0; h < from.size[2]; ++h)
          for (std::int64_t w = 0; w < from.size[3]; ++w)
            sum += As(blend, dy)[from.At(n, c, h, w)];
      blend(As(blend, db)[to.At(0, c, 0, 0)], sum);
    }
  });
}

}  // extern "C"
