// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of cuDNN's legacy interface: convolutions in two dimensions, pooling, activations, softmax, sums of tensors,
// of float and double, in own code whose order is fixed: each element of a result is a sum in the order of the indices,
// whatever algorithm is asked for. What is not here is CUDNN_STATUS_NOT_SUPPORTED.
#pragma once

#include "cuda_runtime_api.h"

#define CUDNN_MAJOR 9
#define CUDNN_MINOR 0
#define CUDNN_PATCHLEVEL 0
#define CUDNN_VERSION (CUDNN_MAJOR * 10000 + CUDNN_MINOR * 100 + CUDNN_PATCHLEVEL)

enum cudnnStatus_t {
  CUDNN_STATUS_SUCCESS = 0,
  CUDNN_STATUS_NOT_INITIALIZED = 1001,
  CUDNN_STATUS_BAD_PARAM = 2000,
  CUDNN_STATUS_NOT_SUPPORTED = 3000,
  CUDNN_STATUS_INTERNAL_ERROR = 4000,
  CUDNN_STATUS_EXECUTION_FAILED = 5000
};
enum cudnnDataType_t { CUDNN_DATA_FLOAT = 0, CUDNN_DATA_DOUBLE = 1, CUDNN_DATA_HALF = 2 };
enum cudnnTensorFormat_t { CUDNN_TENSOR_NCHW = 0, CUDNN_TENSOR_NHWC = 1 };
enum cudnnNanPropagation_t { CUDNN_NOT_PROPAGATE_NAN = 0, CUDNN_PROPAGATE_NAN = 1 };
enum cudnnMathType_t { CUDNN_DEFAULT_MATH = 0, CUDNN_TENSOR_OP_MATH = 1, CUDNN_FMA_MATH = 3 };
enum cudnnDeterminism_t { CUDNN_NON_DETERMINISTIC = 0, CUDNN_DETERMINISTIC = 1 };
enum cudnnConvolutionMode_t { CUDNN_CONVOLUTION = 0, CUDNN_CROSS_CORRELATION = 1 };
enum cudnnConvolutionFwdAlgo_t {
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM = 0,
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM = 1,
  CUDNN_CONVOLUTION_FWD_ALGO_GEMM = 2,
  CUDNN_CONVOLUTION_FWD_ALGO_DIRECT = 3,
  CUDNN_CONVOLUTION_FWD_ALGO_FFT = 4,
  CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING = 5,
  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD = 6,
  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED = 7,
  CUDNN_CONVOLUTION_FWD_ALGO_COUNT = 8
};
enum cudnnConvolutionBwdFilterAlgo_t {
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 = 0,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 = 1,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT = 2,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3 = 3,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT = 7
};
enum cudnnConvolutionBwdDataAlgo_t {
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_0 = 0,
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 = 1,
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT = 2,
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT = 6
};
enum cudnnPoolingMode_t {
  CUDNN_POOLING_MAX = 0,
  CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING = 1,
  CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING = 2,
  CUDNN_POOLING_MAX_DETERMINISTIC = 3
};
enum cudnnActivationMode_t {
  CUDNN_ACTIVATION_SIGMOID = 0,
  CUDNN_ACTIVATION_RELU = 1,
  CUDNN_ACTIVATION_TANH = 2,
  CUDNN_ACTIVATION_CLIPPED_RELU = 3,
  CUDNN_ACTIVATION_ELU = 4,
  CUDNN_ACTIVATION_IDENTITY = 5
};
enum cudnnSoftmaxAlgorithm_t { CUDNN_SOFTMAX_FAST = 0, CUDNN_SOFTMAX_ACCURATE = 1, CUDNN_SOFTMAX_LOG = 2 };
enum cudnnSoftmaxMode_t { CUDNN_SOFTMAX_MODE_INSTANCE = 0, CUDNN_SOFTMAX_MODE_CHANNEL = 1 };

template <class Algorithm>
struct DetrainCudnnPerformance {
  Algorithm algo;
  cudnnStatus_t status;
  float time;
  std::size_t memory;
  cudnnDeterminism_t determinism;
  cudnnMathType_t mathType;
  int reserved[3];
};
using cudnnConvolutionFwdAlgoPerf_t = DetrainCudnnPerformance<cudnnConvolutionFwdAlgo_t>;
using cudnnConvolutionBwdFilterAlgoPerf_t = DetrainCudnnPerformance<cudnnConvolutionBwdFilterAlgo_t>;
using cudnnConvolutionBwdDataAlgoPerf_t = DetrainCudnnPerformance<cudnnConvolutionBwdDataAlgo_t>;

struct cudnnContext;
struct cudnnTensorStruct;
struct cudnnFilterStruct;
struct cudnnConvolutionStruct;
struct cudnnPoolingStruct;
struct cudnnActivationStruct;
using cudnnHandle_t = cudnnContext*;
using cudnnTensorDescriptor_t = cudnnTensorStruct*;
using cudnnFilterDescriptor_t = cudnnFilterStruct*;
using cudnnConvolutionDescriptor_t = cudnnConvolutionStruct*;
using cudnnPoolingDescriptor_t = cudnnPoolingStruct*;
using cudnnActivationDescriptor_t = cudnnActivationStruct*;

extern "C" {

cudnnStatus_t cudnnCreate(cudnnHandle_t* handle);
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle);
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream);
cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream);
const char* cudnnGetErrorString(cudnnStatus_t status);
std::size_t cudnnGetVersion(void);

cudnnStatus_t cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensor);
cudnnStatus_t cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensor);
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                                         cudnnDataType_t type, int n, int c, int h, int w);
cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensor, cudnnDataType_t type, int n, int c, int h,
                                           int w, int stride_n, int stride_c, int stride_h, int stride_w);
cudnnStatus_t cudnnGetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnDataType_t* type, int* n, int* c, int* h,
                                         int* w, int* stride_n, int* stride_c, int* stride_h, int* stride_w);
cudnnStatus_t cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filter);
cudnnStatus_t cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filter);
cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int k, int c, int h, int w);
cudnnStatus_t cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convolution);
cudnnStatus_t cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convolution);
cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convolution, int pad_h, int pad_w,
                                              int stride_h, int stride_w, int dilation_h, int dilation_w,
                                              cudnnConvolutionMode_t mode, cudnnDataType_t type);
cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convolution, cudnnMathType_t type);
cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convolution, int groups);
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(cudnnConvolutionDescriptor_t convolution,
                                                    cudnnTensorDescriptor_t in, cudnnFilterDescriptor_t filter, int* n,
                                                    int* c, int* h, int* w);
cudnnStatus_t cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* pooling);
cudnnStatus_t cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t pooling);
cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t propagation, int h, int w, int pad_h, int pad_w,
                                          int stride_h, int stride_w);
cudnnStatus_t cudnnGetPooling2dForwardOutputDim(cudnnPoolingDescriptor_t pooling, cudnnTensorDescriptor_t in, int* n,
                                                int* c, int* h, int* w);
cudnnStatus_t cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* activation);
cudnnStatus_t cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activation);
cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activation, cudnnActivationMode_t mode,
                                           cudnnNanPropagation_t propagation, double coefficient);

// One algorithm each, which needs no workspace.
cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int* count);
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle, int* count);
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle, int* count);
cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, cudnnTensorDescriptor_t in,
                                                     cudnnFilterDescriptor_t filter,
                                                     cudnnConvolutionDescriptor_t convolution,
                                                     cudnnTensorDescriptor_t out, int requested, int* count,
                                                     cudnnConvolutionFwdAlgoPerf_t* results);
cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, cudnnTensorDescriptor_t in,
                                                   cudnnFilterDescriptor_t filter,
                                                   cudnnConvolutionDescriptor_t convolution,
                                                   cudnnTensorDescriptor_t out, int requested, int* count,
                                                   cudnnConvolutionFwdAlgoPerf_t* results);
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle, cudnnTensorDescriptor_t in,
                                                            cudnnTensorDescriptor_t gradient,
                                                            cudnnConvolutionDescriptor_t convolution,
                                                            cudnnFilterDescriptor_t filter, int requested, int* count,
                                                            cudnnConvolutionBwdFilterAlgoPerf_t* results);
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle, cudnnFilterDescriptor_t filter,
                                                          cudnnTensorDescriptor_t gradient,
                                                          cudnnConvolutionDescriptor_t convolution,
                                                          cudnnTensorDescriptor_t in, int requested, int* count,
                                                          cudnnConvolutionBwdDataAlgoPerf_t* results);
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t handle, cudnnTensorDescriptor_t in,
                                                      cudnnFilterDescriptor_t filter,
                                                      cudnnConvolutionDescriptor_t convolution,
                                                      cudnnTensorDescriptor_t out, cudnnConvolutionFwdAlgo_t algorithm,
                                                      std::size_t* size);
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t handle, cudnnTensorDescriptor_t in,
                                                             cudnnTensorDescriptor_t gradient,
                                                             cudnnConvolutionDescriptor_t convolution,
                                                             cudnnFilterDescriptor_t filter,
                                                             cudnnConvolutionBwdFilterAlgo_t algorithm,
                                                             std::size_t* size);
cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t handle, cudnnFilterDescriptor_t filter,
                                                           cudnnTensorDescriptor_t gradient,
                                                           cudnnConvolutionDescriptor_t convolution,
                                                           cudnnTensorDescriptor_t in,
                                                           cudnnConvolutionBwdDataAlgo_t algorithm, std::size_t* size);

// alpha and beta are float's, or double's where the tensors are.
cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t in,
                                      const void* x, cudnnFilterDescriptor_t filter, const void* w,
                                      cudnnConvolutionDescriptor_t convolution, cudnnConvolutionFwdAlgo_t algorithm,
                                      void* workspace, std::size_t size, const void* beta, cudnnTensorDescriptor_t out,
                                      void* y);
cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha, cudnnFilterDescriptor_t filter,
                                           const void* w, cudnnTensorDescriptor_t gradient, const void* dy,
                                           cudnnConvolutionDescriptor_t convolution,
                                           cudnnConvolutionBwdDataAlgo_t algorithm, void* workspace, std::size_t size,
                                           const void* beta, cudnnTensorDescriptor_t in, void* dx);
cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t in,
                                             const void* x, cudnnTensorDescriptor_t gradient, const void* dy,
                                             cudnnConvolutionDescriptor_t convolution,
                                             cudnnConvolutionBwdFilterAlgo_t algorithm, void* workspace,
                                             std::size_t size, const void* beta, cudnnFilterDescriptor_t filter,
                                             void* dw);
cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t gradient,
                                           const void* dy, const void* beta, cudnnTensorDescriptor_t bias, void* db);
cudnnStatus_t cudnnPoolingForward(cudnnHandle_t handle, cudnnPoolingDescriptor_t pooling, const void* alpha,
                                  cudnnTensorDescriptor_t in, const void* x, const void* beta,
                                  cudnnTensorDescriptor_t out, void* y);
cudnnStatus_t cudnnPoolingBackward(cudnnHandle_t handle, cudnnPoolingDescriptor_t pooling, const void* alpha,
                                   cudnnTensorDescriptor_t out, const void* y, cudnnTensorDescriptor_t gradient,
                                   const void* dy, cudnnTensorDescriptor_t in, const void* x, const void* beta,
                                   cudnnTensorDescriptor_t to, void* dx);
cudnnStatus_t cudnnActivationForward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation, const void* alpha,
                                     cudnnTensorDescriptor_t in, const void* x, const void* beta,
                                     cudnnTensorDescriptor_t out, void* y);
cudnnStatus_t cudnnActivationBackward(cudnnHandle_t handle, cudnnActivationDescriptor_t activation, const void* alpha,
                                      cudnnTensorDescriptor_t out, const void* y, cudnnTensorDescriptor_t gradient,
                                      const void* dy, cudnnTensorDescriptor_t in, const void* x, const void* beta,
                                      cudnnTensorDescriptor_t to, void* dx);
cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode,
                                  const void* alpha, cudnnTensorDescriptor_t in, const void* x, const void* beta,
                                  cudnnTensorDescriptor_t out, void* y);
cudnnStatus_t cudnnSoftmaxBackward(cudnnHandle_t handle, cudnnSoftmaxAlgorithm_t algorithm, cudnnSoftmaxMode_t mode,
                                   const void* alpha, cudnnTensorDescriptor_t out, const void* y,
                                   cudnnTensorDescriptor_t gradient, const void* dy, const void* beta,
                                   cudnnTensorDescriptor_t to, void* dx);
cudnnStatus_t cudnnAddTensor(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t from, const void* a,
                             const void* beta, cudnnTensorDescriptor_t to, void* c);

}  // extern "C"
