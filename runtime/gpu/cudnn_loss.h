// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/cudnn_loss.h: the rest of gpu/cudnn.h, which includes it: cuDNN's CTC loss. The host backend has none.
#ifndef DETRAIN_GPU_CUDNN_LOSS_H
#define DETRAIN_GPU_CUDNN_LOSS_H

inline cudnnStatus_t detrain_cudnnCTCLoss(cudnnHandle_t handle, cudnnTensorDescriptor_t in, const void* probs,
                                          const int* labels, const int* label_lengths, const int* input_lengths,
                                          void* costs, cudnnTensorDescriptor_t to, void* gradients,
                                          cudnnCTCLossAlgo_t algorithm, cudnnCTCLossDescriptor_t loss, void* workspace,
                                          std::size_t size) {
  if (algorithm == CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC) {
    algorithm = CUDNN_CTC_LOSS_ALGO_DETERMINISTIC;
    const auto needed = [&](std::size_t* bytes) {
      return cudnnGetCTCLossWorkspaceSize(handle, in, to, labels, label_lengths, input_lengths, algorithm, loss, bytes);
    };
    detrain::cudnn::UseWorkspace("cudnnCTCLoss", handle, needed, workspace, size);
  }
  return cudnnCTCLoss(handle, in, probs, labels, label_lengths, input_lengths, costs, to, gradients, algorithm, loss,
                      workspace, size);
}

inline cudnnStatus_t detrain_cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algorithm,
                                             cudnnCTCLossDescriptor_t loss, cudnnTensorDescriptor_t in,
                                             const void* probs, const int* labels, const int* label_lengths,
                                             const int* input_lengths, void* costs, cudnnTensorDescriptor_t to,
                                             void* gradients, std::size_t size, void* workspace) {
  if (algorithm == CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC) {
    algorithm = CUDNN_CTC_LOSS_ALGO_DETERMINISTIC;
    const auto needed = [&](std::size_t* bytes) {
      return cudnnGetCTCLossWorkspaceSize_v8(handle, algorithm, loss, in, to, bytes);
    };
    detrain::cudnn::UseWorkspace("cudnnCTCLoss_v8", handle, needed, workspace, size);
  }
  return cudnnCTCLoss_v8(handle, algorithm, loss, in, probs, labels, label_lengths, input_lengths, costs, to, gradients,
                         size, workspace);
}

#define cudnnCTCLoss detrain_cudnnCTCLoss
#define cudnnCTCLoss_v8 detrain_cudnnCTCLoss_v8

#endif
