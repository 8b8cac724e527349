// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on whole tensors: of two of them, reductions, setting and scaling.
#include <cmath>
#include <optional>
#include <vector>

#include "cudnn_descriptors.h"

using namespace detrain::cudahost;

namespace {

// alpha or beta, read when the call is made.
double NumberAt(cudnnDataType_t type, const void* value) {
  return type == CUDNN_DATA_DOUBLE ? *static_cast<const double*>(value)
                                   : static_cast<double>(*static_cast<const float*>(value));
}

template <class T>
T Operate(cudnnOpTensorOp_t op, T a, T b) {
  switch (op) {
    case CUDNN_OP_TENSOR_ADD:
      return a + b;
    case CUDNN_OP_TENSOR_MUL:
      return a * b;
    case CUDNN_OP_TENSOR_MIN:
      return b < a ? b : a;
    case CUDNN_OP_TENSOR_MAX:
      return b > a ? b : a;
    case CUDNN_OP_TENSOR_SQRT:
      return std::sqrt(a);
    case CUDNN_OP_TENSOR_NOT:
      return T(1) - a;
  }
  return a;
}

// One place of a result, and what came to it so far.
template <class T>
struct Reduced {
  std::optional<T> value;
  T count = 0;

  void Add(cudnnReduceTensorOp_t op, T x) {
    count += T(1);
    const T size = std::abs(x);
    switch (op) {
      case CUDNN_REDUCE_TENSOR_ADD:
      case CUDNN_REDUCE_TENSOR_AVG:
        value = value.value_or(T(0)) + x;
        break;
      case CUDNN_REDUCE_TENSOR_NORM1:
        value = value.value_or(T(0)) + size;
        break;
      case CUDNN_REDUCE_TENSOR_NORM2:
        value = value.value_or(T(0)) + x * x;
        break;
      case CUDNN_REDUCE_TENSOR_MUL:
        value = value.value_or(T(1)) * x;
        break;
      case CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS:
        value = value.value_or(T(1)) * (x == T(0) ? T(1) : x);
        break;
      case CUDNN_REDUCE_TENSOR_MIN:
        value = !value || x < *value ? x : *value;
        break;
      case CUDNN_REDUCE_TENSOR_MAX:
        value = !value || x > *value ? x : *value;
        break;
      case CUDNN_REDUCE_TENSOR_AMAX:
        value = !value || size > *value ? size : *value;
        break;
    }
  }

  [[nodiscard]] T Result(cudnnReduceTensorOp_t op) const {
    const T all = value.value_or(T(0));
    return op == CUDNN_REDUCE_TENSOR_AVG ? all / count : op == CUDNN_REDUCE_TENSOR_NORM2 ? std::sqrt(all) : all;
  }
};

}  // namespace

extern "C" {

cudnnStatus_t cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t* operation) {
  return MakeDescriptor(operation);
}
cudnnStatus_t cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t operation) {
  return DropDescriptor(operation);
}
cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t operation, cudnnOpTensorOp_t op, cudnnDataType_t,
                                         cudnnNanPropagation_t) {
  operation->op = op;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnOpTensor(cudnnHandle_t handle, cudnnOpTensorDescriptor_t operation, const void* alpha1,
                            cudnnTensorDescriptor_t of_a, const void* a, const void* alpha2,
                            cudnnTensorDescriptor_t of_b, const void* b, const void* beta, cudnnTensorDescriptor_t of_c,
                            void* c) {
  const cudnnOpTensorOp_t op = operation->op;
  const bool has_second = op != CUDNN_OP_TENSOR_SQRT && op != CUDNN_OP_TENSOR_NOT;
  if (alpha1 == nullptr || (has_second && (alpha2 == nullptr || of_b == nullptr)))
    return CUDNN_STATUS_BAD_PARAM;
  const cudnnTensorStruct first = *of_a, out = *of_c, second = has_second ? *of_b : first;
  const double by = has_second ? NumberAt(first.type, alpha2) : 0;
  return OnTensors(handle, first.type, alpha1, beta, [=](auto blend) {
    using T = decltype(blend.alpha);
    const T one = 1;
    const Blend<T> add(&one, &blend.beta);
    out.Each([&](auto n, auto k, auto h, auto w) {
      const T left = blend.alpha * As(blend, a)[first.SpreadAt(n, k, h, w)];
      const T right = has_second ? static_cast<T>(by) * As(blend, b)[second.SpreadAt(n, k, h, w)] : T(0);
      add(As(blend, c)[out.At(n, k, h, w)], Operate(op, left, right));
    });
  });
}

cudnnStatus_t cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t* reduction) {
  return MakeDescriptor(reduction);
}
cudnnStatus_t cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduction) {
  return DropDescriptor(reduction);
}
cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduction, cudnnReduceTensorOp_t op,
                                             cudnnDataType_t, cudnnNanPropagation_t, cudnnReduceTensorIndices_t indices,
                                             cudnnIndicesType_t) {
  *reduction = {op, indices};
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetReductionIndicesSize(cudnnHandle_t, cudnnReduceTensorDescriptor_t, cudnnTensorDescriptor_t,
                                           cudnnTensorDescriptor_t, std::size_t* size) {
  *size = 0;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetReductionWorkspaceSize(cudnnHandle_t, cudnnReduceTensorDescriptor_t, cudnnTensorDescriptor_t,
                                             cudnnTensorDescriptor_t, std::size_t* size) {
  *size = 0;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnReduceTensor(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t reduction, void*, std::size_t,
                                void*, std::size_t, const void* alpha, cudnnTensorDescriptor_t from, const void* a,
                                const void* beta, cudnnTensorDescriptor_t to, void* c) {
  if (reduction->indices != CUDNN_REDUCE_TENSOR_NO_INDICES)
    return CUDNN_STATUS_NOT_SUPPORTED;
  const cudnnReduceTensorOp_t op = reduction->op;
  const cudnnTensorStruct in = *from, out = *to;
  return OnTensors(handle, in.type, alpha, beta, [=](auto blend) {
    using T = decltype(blend.alpha);
    cudnnTensorStruct dense;
    dense.Set(out.type, CUDNN_TENSOR_NCHW, out.size);
    std::vector<Reduced<T>> places(static_cast<std::size_t>(out.Count()));
    in.Each([&](auto n, auto k, auto h, auto w) {
      places[static_cast<std::size_t>(dense.SpreadAt(n, k, h, w))].Add(op, As(blend, a)[in.At(n, k, h, w)]);
    });
    out.Each([&](auto n, auto k, auto h, auto w) {
      blend(As(blend, c)[out.At(n, k, h, w)], places[static_cast<std::size_t>(dense.At(n, k, h, w))].Result(op));
    });
  });
}

cudnnStatus_t cudnnSetTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t tensor, void* y, const void* value) {
  const cudnnTensorStruct out = *tensor;
  return OnTensors(handle, out.type, value, value, [=](auto blend) {
    out.Each([&](auto n, auto c, auto h, auto w) { As(blend, y)[out.At(n, c, h, w)] = blend.alpha; });
  });
}

cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t tensor, void* y, const void* alpha) {
  const cudnnTensorStruct out = *tensor;
  return OnTensors(handle, out.type, alpha, alpha, [=](auto blend) {
    out.Each([&](auto n, auto c, auto h, auto w) { As(blend, y)[out.At(n, c, h, w)] *= blend.alpha; });
  });
}

cudnnStatus_t cudnnGetTensorSizeInBytes(cudnnTensorDescriptor_t tensor, std::size_t* size) {
  std::int64_t last = 0;
  for (std::size_t i = 0; i < tensor->size.size(); ++i)
    last += (tensor->size[i] - 1) * tensor->stride[i];
  const std::size_t width = tensor->type == CUDNN_DATA_DOUBLE ? 8 : tensor->type == CUDNN_DATA_HALF ? 2 : 4;
  *size = static_cast<std::size_t>(last + 1) * width;
  return CUDNN_STATUS_SUCCESS;
}

}  // extern "C"
