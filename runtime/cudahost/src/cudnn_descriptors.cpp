// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cudnn_descriptors.h"

using namespace detrain::cudahost;

void cudnnTensorStruct::Set(cudnnDataType_t of, cudnnTensorFormat_t format, std::array<std::int64_t, 4> sizes) {
  type = of;
  size = sizes;
  const auto [n, c, h, w] = sizes;
  if (format == CUDNN_TENSOR_NHWC)
    stride = {h * w * c, 1, w * c, c};
  else
    stride = {c * h * w, h * w, w, 1};
}

namespace {

// How many places a window has, of which dilation makes holes.
std::int64_t Places(std::int64_t in, std::int64_t pad, std::int64_t window, std::int64_t dilation,
                    std::int64_t stride) {
  return (in + 2 * pad - ((window - 1) * dilation + 1)) / stride + 1;
}

template <class Performance, class Algorithm>
cudnnStatus_t Name(Algorithm algorithm, int requested, int* count, Performance* results) {
  if (requested < 1)
    return CUDNN_STATUS_BAD_PARAM;
  *count = 1;
  *results = {algorithm, CUDNN_STATUS_SUCCESS, 0, 0, CUDNN_DETERMINISTIC, CUDNN_DEFAULT_MATH, {}};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t One(int* count) {
  *count = 1;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t NoWorkspace(std::size_t* size) {
  *size = 0;
  return CUDNN_STATUS_SUCCESS;
}

}  // namespace

extern "C" {

cudnnStatus_t cudnnCreate(cudnnHandle_t* handle) {
  return MakeDescriptor(handle);
}
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  FinishAll();
  return DropDescriptor(handle);
}
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  *stream = handle->stream;
  return CUDNN_STATUS_SUCCESS;
}
const char* cudnnGetErrorString(cudnnStatus_t status) {
  return status == CUDNN_STATUS_SUCCESS         ? "success"
         : status == CUDNN_STATUS_NOT_SUPPORTED ? "not supported by the host backend"
                                                : "error";
}
std::size_t cudnnGetVersion(void) {
  return CUDNN_VERSION;
}

cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensor) {
  return MakeDescriptor(tensor);
}
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensor) {
  return DropDescriptor(tensor);
}
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                                         cudnnDataType_t type, int n, int c, int h, int w) {
  tensor->Set(type, format, {n, c, h, w});
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensor, cudnnDataType_t type, int n, int c, int h,
                                           int w, int stride_n, int stride_c, int stride_h, int stride_w) {
  tensor->type = type;
  tensor->size = {n, c, h, w};
  tensor->stride = {stride_n, stride_c, stride_h, stride_w};
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnDataType_t* type, int* n, int* c, int* h,
                                         int* w, int* stride_n, int* stride_c, int* stride_h, int* stride_w) {
  *type = tensor->type;
  const std::array<int*, 4> sizes = {n, c, h, w}, strides = {stride_n, stride_c, stride_h, stride_w};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    *sizes[i] = static_cast<int>(tensor->size[i]);
    *strides[i] = static_cast<int>(tensor->stride[i]);
  }
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filter) {
  return MakeDescriptor(filter);
}
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filter) {
  return DropDescriptor(filter);
}
cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w) {
  filter->Set(type, format, {k, c, h, w});
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convolution) {
  return MakeDescriptor(convolution);
}
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convolution) {
  return DropDescriptor(convolution);
}
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convolution, int pad_h, int pad_w,
                                              int stride_h, int stride_w, int dilation_h, int dilation_w,
                                              cudnnConvolutionMode_t mode, cudnnDataType_t) {
  const std::int64_t groups = convolution->groups;
  *convolution = {{pad_h, pad_w}, {stride_h, stride_w}, {dilation_h, dilation_w}, mode, groups};
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t, cudnnMathType_t) {
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convolution, int groups) {
  convolution->groups = groups;
  return groups > 0 ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM;
}
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(cudnnConvolutionDescriptor_t convolution,
                                                    cudnnTensorDescriptor_t in, cudnnFilterDescriptor_t filter, int* n,
                                                    int* c, int* h, int* w) {
  const auto places = [&](std::size_t i) {
    return static_cast<int>(Places(in->size[i + 2], convolution->pad[i], filter->size[i + 2], convolution->dilation[i],
                                   convolution->stride[i]));
  };
  *n = static_cast<int>(in->size[0]);
  *c = static_cast<int>(filter->size[0]);
  *h = places(0);
  *w = places(1);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* pooling) {
  return MakeDescriptor(pooling);
}
cudnnStatus_t cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t pooling) {
  return DropDescriptor(pooling);
}
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t, int h, int w, int pad_h, int pad_w, int stride_h,
                                          int stride_w) {
  *pooling = {mode, {h, w}, {pad_h, pad_w}, {stride_h, stride_w}};
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t propagation, int dimensions, const int window[],
                                          const int padding[], const int stride[]) {
  if (dimensions != 2)
    return CUDNN_STATUS_NOT_SUPPORTED;
  return cudnnSetPooling2dDescriptor(pooling, mode, propagation, window[0], window[1], padding[0], padding[1],
                                     stride[0], stride[1]);
}
cudnnStatus_t cudnnGetPooling2dForwardOutputDim(cudnnPoolingDescriptor_t pooling, cudnnTensorDescriptor_t in, int* n,
                                                int* c, int* h, int* w) {
  const auto places = [&](std::size_t i) {
    return static_cast<int>(Places(in->size[i + 2], pooling->pad[i], pooling->size[i], 1, pooling->stride[i]));
  };
  *n = static_cast<int>(in->size[0]);
  *c = static_cast<int>(in->size[1]);
  *h = places(0);
  *w = places(1);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* activation) {
  return MakeDescriptor(activation);
}
cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activation) {
  return DropDescriptor(activation);
}
cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activation, cudnnActivationMode_t mode,
                                           cudnnNanPropagation_t, double coefficient) {
  *activation = {mode, coefficient};
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t, int* count) {
  return One(count);
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t, int* count) {
  return One(count);
}
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t, int* count) {
  return One(count);
}
cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t,
                                                     cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t,
                                                     int requested, int* count,
                                                     cudnnConvolutionFwdAlgoPerf_t* results) {
  return Name(CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, requested, count, results);
}
cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t,
                                                   cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t, int requested,
                                                   int* count, cudnnConvolutionFwdAlgoPerf_t* results) {
  return Name(CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, requested, count, results);
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t, cudnnTensorDescriptor_t,
                                                            cudnnTensorDescriptor_t, cudnnConvolutionDescriptor_t,
                                                            cudnnFilterDescriptor_t, int requested, int* count,
                                                            cudnnConvolutionBwdFilterAlgoPerf_t* results) {
  return Name(CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, requested, count, results);
}
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t, cudnnFilterDescriptor_t,
                                                          cudnnTensorDescriptor_t, cudnnConvolutionDescriptor_t,
                                                          cudnnTensorDescriptor_t, int requested, int* count,
                                                          cudnnConvolutionBwdDataAlgoPerf_t* results) {
  return Name(CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, requested, count, results);
}
cudnnStatus_t cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t, cudnnTensorDescriptor_t, const void*,
                                                     cudnnFilterDescriptor_t, const void*, cudnnConvolutionDescriptor_t,
                                                     cudnnTensorDescriptor_t, void*, int requested, int* count,
                                                     cudnnConvolutionFwdAlgoPerf_t* results, void*, std::size_t) {
  return Name(CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, requested, count, results);
}
cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t, cudnnTensorDescriptor_t,
                                                          cudnnTensorDescriptor_t, cudnnConvolutionDescriptor_t,
                                                          cudnnFilterDescriptor_t, int requested, int* count,
                                                          cudnnConvolutionBwdFilterAlgoPerf_t* results) {
  return Name(CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, requested, count, results);
}
cudnnStatus_t cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t, cudnnTensorDescriptor_t, const void*,
                                                            cudnnTensorDescriptor_t, const void*,
                                                            cudnnConvolutionDescriptor_t, cudnnFilterDescriptor_t,
                                                            void*, int requested, int* count,
                                                            cudnnConvolutionBwdFilterAlgoPerf_t* results, void*,
                                                            std::size_t) {
  return Name(CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, requested, count, results);
}
cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t, cudnnFilterDescriptor_t, cudnnTensorDescriptor_t,
                                                        cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t,
                                                        int requested, int* count,
                                                        cudnnConvolutionBwdDataAlgoPerf_t* results) {
  return Name(CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, requested, count, results);
}
cudnnStatus_t cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t, cudnnFilterDescriptor_t, const void*,
                                                          cudnnTensorDescriptor_t, const void*,
                                                          cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t, void*,
                                                          int requested, int* count,
                                                          cudnnConvolutionBwdDataAlgoPerf_t* results, void*,
                                                          std::size_t) {
  return Name(CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, requested, count, results);
}
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t,
                                                      cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t,
                                                      cudnnConvolutionFwdAlgo_t, std::size_t* size) {
  return NoWorkspace(size);
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t, cudnnTensorDescriptor_t,
                                                             cudnnTensorDescriptor_t, cudnnConvolutionDescriptor_t,
                                                             cudnnFilterDescriptor_t, cudnnConvolutionBwdFilterAlgo_t,
                                                             std::size_t* size) {
  return NoWorkspace(size);
}
cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t, cudnnFilterDescriptor_t,
                                                           cudnnTensorDescriptor_t, cudnnConvolutionDescriptor_t,
                                                           cudnnTensorDescriptor_t, cudnnConvolutionBwdDataAlgo_t,
                                                           std::size_t* size) {
  return NoWorkspace(size);
}

}  // extern "C"
