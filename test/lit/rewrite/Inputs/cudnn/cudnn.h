// What of cuDNN the host backend has none of, so that tests need no cuDNN.
#pragma once
#include <cstddef>

typedef struct cudnnContext* cudnnHandle_t;
typedef struct cudnnTensorStruct* cudnnTensorDescriptor_t;
typedef struct cudnnCTCLossStruct* cudnnCTCLossDescriptor_t;
typedef struct cudnnSpatialTransformerStruct* cudnnSpatialTransformerDescriptor_t;
typedef enum { CUDNN_STATUS_SUCCESS } cudnnStatus_t;
typedef enum { CUDNN_CTC_LOSS_ALGO_DETERMINISTIC = 0, CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC = 1 } cudnnCTCLossAlgo_t;

extern "C" {
cudnnStatus_t cudnnCTCLoss(cudnnHandle_t handle, cudnnTensorDescriptor_t in, const void* probs, const int labels[],
                           const int label_lengths[], const int input_lengths[], void* costs,
                           cudnnTensorDescriptor_t to, void* gradients, cudnnCTCLossAlgo_t algorithm,
                           cudnnCTCLossDescriptor_t loss, void* workspace, size_t size);
cudnnStatus_t cudnnCTCLoss_v8(cudnnHandle_t handle, cudnnCTCLossAlgo_t algorithm, cudnnCTCLossDescriptor_t loss,
                              cudnnTensorDescriptor_t in, const void* probs, const int labels[],
                              const int label_lengths[], const int input_lengths[], void* costs,
                              cudnnTensorDescriptor_t to, void* gradients, size_t size, void* workspace);
cudnnStatus_t cudnnSpatialTfSamplerBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t transformer,
                                            const void* alpha, cudnnTensorDescriptor_t in, const void* x,
                                            const void* beta, cudnnTensorDescriptor_t to, void* dx, const void* alpha2,
                                            cudnnTensorDescriptor_t gradient, const void* dy, const void* grid,
                                            const void* beta2, void* dgrid);
}
