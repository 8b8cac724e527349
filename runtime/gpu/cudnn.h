// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/cudnn.h: calls of cuDNN whose result hangs on the clock, or that add in any order, as a rewritten program makes
// them. Which algorithm runs is chosen by the library's table and not by measuring, among those that are deterministic
// where there is one, and it is recorded like an input: a resumed run takes the same. What cuDNN calls
// non-deterministic (Developer Guide, "Reproducibility") becomes its deterministic twin.
#ifndef DETRAIN_GPU_CUDNN_H
#define DETRAIN_GPU_CUDNN_H

#include <cuda_runtime.h>
#include <cudnn.h>
#include <detrain/choices.h>
#include <detrain/device.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "end.h"

namespace detrain {
namespace cudnn {

// What tells two of a table's entries apart: an algorithm may stand there once for each way to multiply.
template <class Result>
int KeyOf(const Result& result) {
  return static_cast<int>(result.algo) * 16 + static_cast<int>(result.mathType);
}

// The entries that may be chosen, best first, as they were where the run is resumed.
template <class Result>
std::vector<Result> Pinned(const char* call, std::vector<Result> table, std::size_t room) {
  const auto leave = [&](auto is_left) {
    table.erase(std::remove_if(table.begin(), table.end(), is_left), table.end());
  };
  leave([&](const Result& r) { return r.status != CUDNN_STATUS_SUCCESS || r.memory > room; });
  const auto is_deterministic = [](const Result& r) { return r.determinism == CUDNN_DETERMINISTIC; };
  if (std::any_of(table.begin(), table.end(), is_deterministic))
    leave([&](const Result& r) { return !is_deterministic(r); });
  std::vector<int> keys;
  for (const Result& result : table)
    keys.push_back(KeyOf(result));
  keys.resize(static_cast<std::size_t>(detrain_pin(call, keys.data(), static_cast<int>(keys.size()))));
  std::vector<Result> pinned;
  for (const int key : keys)
    pinned.push_back(*std::find_if(table.begin(), table.end(), [&](const Result& r) { return KeyOf(r) == key; }));
  return pinned;
}

// `most`: asks how many entries the table has. `read`: reads so many of them.
template <class Result, class Most, class Read>
cudnnStatus_t Choose(const char* call, Most most, Read read, std::size_t room, int requested, int* count,
                     Result* results) {
  int entries = 0, found = 0;
  cudnnStatus_t status = most(&entries);
  if (status != CUDNN_STATUS_SUCCESS)
    return status;
  std::vector<Result> table(static_cast<std::size_t>(entries));
  status = read(entries, &found, table.data());
  if (status != CUDNN_STATUS_SUCCESS)
    return status;
  table.resize(static_cast<std::size_t>(found));
  const std::vector<Result> pinned = Pinned(call, std::move(table), room);
  *count = std::min(requested, static_cast<int>(pinned.size()));
  std::copy_n(pinned.begin(), std::max(*count, 0), results);
  return CUDNN_STATUS_SUCCESS;
}

// Memory of ours where the program has none, or too little, for the algorithm that takes another's place.
class Workspace {
 public:
  static void* Of(cudnnHandle_t handle, std::size_t size) {
    static auto* all = new std::map<cudnnHandle_t, Workspace>;  // for ever, as the library's own state
    static std::mutex mutex;
    const std::lock_guard<std::mutex> holding(mutex);
    Workspace& mine = (*all)[handle];
    if (size > mine.size_)
      mine.Grow(size);
    return mine.memory_;
  }

 private:
  void Grow(std::size_t size) {
    detrain_library_enter();  // it is none of the program's
    Must(cudaFree(memory_), "no workspace for a deterministic algorithm of cuDNN");
    Must(cudaMalloc(&memory_, size), "no workspace for a deterministic algorithm of cuDNN");
    size_ = size;
    detrain_library_leave();
  }

  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

// The workspace for the algorithm that takes another one's place; `needed`: asks how large it is.
template <class Needed>
void UseWorkspace(const char* call, cudnnHandle_t handle, Needed needed, void*& memory, std::size_t& size) {
  std::size_t bytes = 0;
  if (needed(&bytes) != CUDNN_STATUS_SUCCESS)
    EndRun(call, "cuDNN has no deterministic algorithm for these tensors", kNotCovered);
  if (bytes <= size)
    return;
  memory = Workspace::Of(handle, bytes);
  size = bytes;
}

constexpr std::size_t kAnyRoom = SIZE_MAX;

}  // namespace cudnn
}  // namespace detrain

// Under the names of cuDNN's functions, with `detrain_` in front; the contracts are theirs.

#define DETRAIN_CUDNN_CHOICE(Kind, Result, First, Second, Third)                                                       \
  inline cudnnStatus_t detrain_cudnnChoose##Kind(const char* call, cudnnHandle_t handle, First first, Second second,   \
                                                 cudnnConvolutionDescriptor_t convolution, Third third,                \
                                                 std::size_t room, int requested, int* count, Result* results) {       \
    return detrain::cudnn::Choose(                                                                                     \
        call, [&](int* most) { return cudnnGetConvolution##Kind##AlgorithmMaxCount(handle, most); },                   \
        [&](int most, int* found, Result* table) {                                                                     \
          return cudnnGetConvolution##Kind##Algorithm_v7(handle, first, second, convolution, third, most, found,       \
                                                         table);                                                       \
        },                                                                                                             \
        room, requested, count, results);                                                                              \
  }                                                                                                                    \
  inline cudnnStatus_t detrain_cudnnGetConvolution##Kind##Algorithm_v7(                                                \
      cudnnHandle_t handle, First first, Second second, cudnnConvolutionDescriptor_t convolution, Third third,         \
      int requested, int* count, Result* results) {                                                                    \
    return detrain_cudnnChoose##Kind("cudnnGetConvolution" #Kind "Algorithm_v7", handle, first, second, convolution,   \
                                     third, detrain::cudnn::kAnyRoom, requested, count, results);                      \
  }                                                                                                                    \
  inline cudnnStatus_t detrain_cudnnFindConvolution##Kind##Algorithm(                                                  \
      cudnnHandle_t handle, First first, Second second, cudnnConvolutionDescriptor_t convolution, Third third,         \
      int requested, int* count, Result* results) {                                                                    \
    return detrain_cudnnChoose##Kind("cudnnFindConvolution" #Kind "Algorithm", handle, first, second, convolution,     \
                                     third, detrain::cudnn::kAnyRoom, requested, count, results);                      \
  }                                                                                                                    \
  inline cudnnStatus_t detrain_cudnnFindConvolution##Kind##AlgorithmEx(                                                \
      cudnnHandle_t handle, First first, const void*, Second second, const void*,                                      \
      cudnnConvolutionDescriptor_t convolution, Third third, void*, int requested, int* count, Result* results, void*, \
      std::size_t room) {                                                                                              \
    return detrain_cudnnChoose##Kind("cudnnFindConvolution" #Kind "AlgorithmEx", handle, first, second, convolution,   \
                                     third, room, requested, count, results);                                          \
  }

DETRAIN_CUDNN_CHOICE(Forward, cudnnConvolutionFwdAlgoPerf_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t,
                     cudnnTensorDescriptor_t)
DETRAIN_CUDNN_CHOICE(BackwardData, cudnnConvolutionBwdDataAlgoPerf_t, cudnnFilterDescriptor_t, cudnnTensorDescriptor_t,
                     cudnnTensorDescriptor_t)
DETRAIN_CUDNN_CHOICE(BackwardFilter, cudnnConvolutionBwdFilterAlgoPerf_t, cudnnTensorDescriptor_t,
                     cudnnTensorDescriptor_t, cudnnFilterDescriptor_t)
#undef DETRAIN_CUDNN_CHOICE

inline cudnnStatus_t detrain_cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha,
                                                            cudnnTensorDescriptor_t in, const void* x,
                                                            cudnnTensorDescriptor_t gradient, const void* dy,
                                                            cudnnConvolutionDescriptor_t convolution,
                                                            cudnnConvolutionBwdFilterAlgo_t algorithm, void* workspace,
                                                            std::size_t size, const void* beta,
                                                            cudnnFilterDescriptor_t filter, void* dw) {
  if (algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 || algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3) {
    algorithm = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1;
    const auto needed = [&](std::size_t* bytes) {
      return cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, in, gradient, convolution, filter, algorithm,
                                                            bytes);
    };
    detrain::cudnn::UseWorkspace("cudnnConvolutionBackwardFilter", handle, needed, workspace, size);
  }
  return cudnnConvolutionBackwardFilter(handle, alpha, in, x, gradient, dy, convolution, algorithm, workspace, size,
                                        beta, filter, dw);
}

inline cudnnStatus_t detrain_cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha,
                                                          cudnnFilterDescriptor_t filter, const void* w,
                                                          cudnnTensorDescriptor_t gradient, const void* dy,
                                                          cudnnConvolutionDescriptor_t convolution,
                                                          cudnnConvolutionBwdDataAlgo_t algorithm, void* workspace,
                                                          std::size_t size, const void* beta,
                                                          cudnnTensorDescriptor_t in, void* dx) {
  if (algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_0) {
    algorithm = CUDNN_CONVOLUTION_BWD_DATA_ALGO_1;
    const auto needed = [&](std::size_t* bytes) {
      return cudnnGetConvolutionBackwardDataWorkspaceSize(handle, filter, gradient, convolution, in, algorithm, bytes);
    };
    detrain::cudnn::UseWorkspace("cudnnConvolutionBackwardData", handle, needed, workspace, size);
  }
  return cudnnConvolutionBackwardData(handle, alpha, filter, w, gradient, dy, convolution, algorithm, workspace, size,
                                      beta, in, dx);
}

namespace detrain {
namespace cudnn {
inline cudnnPoolingMode_t InOrder(cudnnPoolingMode_t mode) {
  return mode == CUDNN_POOLING_MAX ? CUDNN_POOLING_MAX_DETERMINISTIC : mode;
}
}  // namespace cudnn
}  // namespace detrain

inline cudnnStatus_t detrain_cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t mode,
                                                         cudnnNanPropagation_t propagation, int h, int w, int pad_h,
                                                         int pad_w, int stride_h, int stride_w) {
  return cudnnSetPooling2dDescriptor(pooling, detrain::cudnn::InOrder(mode), propagation, h, w, pad_h, pad_w, stride_h,
                                     stride_w);
}

inline cudnnStatus_t detrain_cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t mode,
                                                         cudnnNanPropagation_t propagation, int dimensions,
                                                         const int* window, const int* padding, const int* stride) {
  return cudnnSetPoolingNdDescriptor(pooling, detrain::cudnn::InOrder(mode), propagation, dimensions, window, padding,
                                     stride);
}

#define cudnnGetConvolutionForwardAlgorithm_v7 detrain_cudnnGetConvolutionForwardAlgorithm_v7
#define cudnnFindConvolutionForwardAlgorithm detrain_cudnnFindConvolutionForwardAlgorithm
#define cudnnFindConvolutionForwardAlgorithmEx detrain_cudnnFindConvolutionForwardAlgorithmEx
#define cudnnGetConvolutionBackwardDataAlgorithm_v7 detrain_cudnnGetConvolutionBackwardDataAlgorithm_v7
#define cudnnFindConvolutionBackwardDataAlgorithm detrain_cudnnFindConvolutionBackwardDataAlgorithm
#define cudnnFindConvolutionBackwardDataAlgorithmEx detrain_cudnnFindConvolutionBackwardDataAlgorithmEx
#define cudnnGetConvolutionBackwardFilterAlgorithm_v7 detrain_cudnnGetConvolutionBackwardFilterAlgorithm_v7
#define cudnnFindConvolutionBackwardFilterAlgorithm detrain_cudnnFindConvolutionBackwardFilterAlgorithm
#define cudnnFindConvolutionBackwardFilterAlgorithmEx detrain_cudnnFindConvolutionBackwardFilterAlgorithmEx
#define cudnnConvolutionBackwardFilter detrain_cudnnConvolutionBackwardFilter
#define cudnnConvolutionBackwardData detrain_cudnnConvolutionBackwardData
#define cudnnSetPooling2dDescriptor detrain_cudnnSetPooling2dDescriptor
#define cudnnSetPoolingNdDescriptor detrain_cudnnSetPoolingNdDescriptor

#ifndef __CUDA_HOST_BACKEND__
#include "cudnn_loss.h"
#endif

#endif
