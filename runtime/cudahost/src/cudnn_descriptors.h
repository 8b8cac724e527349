// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cuDNN's descriptors hold here.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "cudnn.h"
#include "library.h"
#include "stream.h"

struct cudnnContext {
  cudaStream_t stream = nullptr;
};

// Numbers, channels, rows, columns, with a stride each, in elements. A filter's are: out, in, rows, columns.
struct cudnnTensorStruct {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  std::array<std::int64_t, 4> size{}, stride{};

  [[nodiscard]] std::int64_t At(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) const {
    return n * stride[0] + c * stride[1] + h * stride[2] + w * stride[3];
  }
  // Without gaps.
  void Set(cudnnDataType_t of, cudnnTensorFormat_t format, std::array<std::int64_t, 4> sizes);
  // Where a tensor whose sizes of 1 stand for all places of their dimension has its element for that place.
  [[nodiscard]] std::int64_t SpreadAt(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) const {
    return At(size[0] == 1 ? 0 : n, size[1] == 1 ? 0 : c, size[2] == 1 ? 0 : h, size[3] == 1 ? 0 : w);
  }
  [[nodiscard]] std::int64_t Count() const { return size[0] * size[1] * size[2] * size[3]; }
  // fn(n, c, h, w), in this order.
  template <class Fn>
  void Each(Fn fn) const {
    for (std::int64_t n = 0; n < size[0]; ++n)
      for (std::int64_t c = 0; c < size[1]; ++c)
        for (std::int64_t h = 0; h < size[2]; ++h)
          for (std::int64_t w = 0; w < size[3]; ++w)
            fn(n, c, h, w);
  }
};
struct cudnnFilterStruct : cudnnTensorStruct {};

struct cudnnConvolutionStruct {
  std::array<std::int64_t, 2> pad{}, stride{1, 1}, dilation{1, 1};  // rows, columns
  cudnnConvolutionMode_t mode = CUDNN_CROSS_CORRELATION;
  std::int64_t groups = 1;
};
struct cudnnPoolingStruct {
  cudnnPoolingMode_t mode = CUDNN_POOLING_MAX;
  std::array<std::int64_t, 2> size{}, pad{}, stride{1, 1};
};
struct cudnnActivationStruct {
  cudnnActivationMode_t mode = CUDNN_ACTIVATION_RELU;
  double coefficient = 0;
};

struct cudnnOpTensorStruct {
  cudnnOpTensorOp_t op = CUDNN_OP_TENSOR_ADD;
};
struct cudnnReduceTensorStruct {
  cudnnReduceTensorOp_t op = CUDNN_REDUCE_TENSOR_ADD;
  cudnnReduceTensorIndices_t indices = CUDNN_REDUCE_TENSOR_NO_INDICES;
};
struct cudnnDropoutStruct {
  float rate = 0;
  unsigned long long seed = 0;
  void* states = nullptr;  // where these have the same address in every process
};

namespace detrain::cudahost {

template <class Struct>
cudnnStatus_t MakeDescriptor(Struct** descriptor) {
  *descriptor = new Struct;
  return CUDNN_STATUS_SUCCESS;
}
template <class Struct>
cudnnStatus_t DropDescriptor(Struct* descriptor) {
  delete descriptor;
  return CUDNN_STATUS_SUCCESS;
}

// result = alpha * value + beta * result, which is not read where beta is 0.
template <class T>
struct Blend {
  T alpha, beta;
  Blend(const void* a, const void* b) : alpha(*static_cast<const T*>(a)), beta(*static_cast<const T*>(b)) {}
  void operator()(T& result, T value) const { result = alpha * value + (beta == T(0) ? T(0) : beta * result); }
};

// Does body(T()) on the handle's stream, T by the tensors' type; `blend` is made from what alpha and beta are now.
template <class Body>
cudnnStatus_t OnTensors(cudnnHandle_t handle, cudnnDataType_t type, const void* alpha, const void* beta, Body body) {
  if (handle == nullptr)
    return CUDNN_STATUS_NOT_INITIALIZED;
  if (alpha == nullptr || beta == nullptr)
    return CUDNN_STATUS_BAD_PARAM;
  const Inside inside;
  const auto give = [&](auto blend) {
    return Enqueue(handle->stream, [=] { body(blend); }) ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
  };
  switch (type) {
    case CUDNN_DATA_FLOAT:
      return give(Blend<float>(alpha, beta));
    case CUDNN_DATA_DOUBLE:
      return give(Blend<double>(alpha, beta));
    default:
      return CUDNN_STATUS_NOT_SUPPORTED;
  }
}

template <class T>
T* As(const Blend<T>&, void* data) {
  return static_cast<T*>(data);
}
template <class T>
const T* As(const Blend<T>&, const void* data) {
  return static_cast<const T*>(data);
}

}  // namespace detrain::cudahost
