// Shaped as cuDNN's and NCCL's headers declare them, where no such library is installed.
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct cudnnContext* cudnnHandle_t;
typedef struct cudnnTensorStruct* cudnnTensorDescriptor_t;
typedef struct cudnnFilterStruct* cudnnFilterDescriptor_t;
typedef struct cudnnConvolutionStruct* cudnnConvolutionDescriptor_t;
typedef struct cudnnPoolingStruct* cudnnPoolingDescriptor_t;
typedef struct cudnnActivationStruct* cudnnActivationDescriptor_t;
typedef struct cudnnDropoutStruct* cudnnDropoutDescriptor_t;
typedef struct cudnnOpTensorStruct* cudnnOpTensorDescriptor_t;
typedef struct cudnnReduceTensorStruct* cudnnReduceTensorDescriptor_t;
typedef struct cudnnCTCLossStruct* cudnnCTCLossDescriptor_t;
typedef struct cudnnSpatialTransformerStruct* cudnnSpatialTransformerDescriptor_t;
typedef struct ncclComm* ncclComm_t;
typedef struct {
  char internal[128];
} ncclUniqueId;
typedef struct {
  int algo, status;
  float time;
} cudnnConvolutionFwdAlgoPerf_t;

int cudnnCreate(cudnnHandle_t* handle);
const char* cudnnGetErrorString(int status);
void cudnnGetLastErrorString(char* message, size_t size);
size_t cudnnGetVersion(void);
size_t cudnnGetMaxDeviceVersion(void);
size_t cudnnGetCudartVersion(void);
int cudnnGetProperty(int type, int* value);
const char* ncclGetErrorString(int result);
const char* ncclGetLastError(ncclComm_t comm);
int ncclGetVersion(int* version);
int cudnnDestroy(cudnnHandle_t handle);
int cudnnSetStream(cudnnHandle_t handle, void* stream);
int cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* made);
int cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t made);
int cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* made);
int cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t made);
int cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* made);
int cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t made);
int cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* made);
int cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t made);
int cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* made);
int cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t made);
int cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t t, int format, int type, int n, int c, int h, int w);
int cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t t, int type, int n, int c, int h, int w, int sn, int sc,
                                 int sh, int sw);
int cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t t, int type, int count, const int* sizes, const int* strides);
int cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t f, int type, int format, int k, int c, int h, int w);
int cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t c, int ph, int pw, int sh, int sw, int dh, int dw,
                                    int mode, int type);
int cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t c, int type);
int cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t p, int mode, int nan, int h, int w, int ph, int pw, int sh,
                                int sw);
int cudnnSetActivationDescriptor(cudnnActivationDescriptor_t a, int mode, int nan, double coefficient);
int cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t h, cudnnTensorDescriptor_t in, cudnnFilterDescriptor_t f,
                                           cudnnConvolutionDescriptor_t c, cudnnTensorDescriptor_t out, int requested,
                                           int* count, cudnnConvolutionFwdAlgoPerf_t* results);
int cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t h, cudnnTensorDescriptor_t in, cudnnFilterDescriptor_t f,
                                            cudnnConvolutionDescriptor_t c, cudnnTensorDescriptor_t out, int algorithm,
                                            size_t* size);
int cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t h, cudnnTensorDescriptor_t in,
                                                   cudnnTensorDescriptor_t dy, cudnnConvolutionDescriptor_t c,
                                                   cudnnFilterDescriptor_t f, int algorithm, size_t* size);
int cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t h, cudnnFilterDescriptor_t f, cudnnTensorDescriptor_t dy,
                                                 cudnnConvolutionDescriptor_t c, cudnnTensorDescriptor_t dx,
                                                 int algorithm, size_t* size);
int cudnnConvolutionForward(cudnnHandle_t h, const void* alpha, cudnnTensorDescriptor_t in, const void* x,
                            cudnnFilterDescriptor_t f, const void* w, cudnnConvolutionDescriptor_t c, int algorithm,
                            void* workspace, size_t size, const void* beta, cudnnTensorDescriptor_t out, void* y);
int cudnnPoolingForward(cudnnHandle_t h, cudnnPoolingDescriptor_t p, const void* alpha, cudnnTensorDescriptor_t in,
                        const void* x, const void* beta, cudnnTensorDescriptor_t out, void* y);
int cudnnActivationForward(cudnnHandle_t h, cudnnActivationDescriptor_t a, const void* alpha,
                           cudnnTensorDescriptor_t in, const void* x, const void* beta, cudnnTensorDescriptor_t out,
                           void* y);
int cudnnActivationBackward(cudnnHandle_t h, cudnnActivationDescriptor_t a, const void* alpha,
                            cudnnTensorDescriptor_t out, const void* y, cudnnTensorDescriptor_t gradient,
                            const void* dy, cudnnTensorDescriptor_t in, const void* x, const void* beta,
                            cudnnTensorDescriptor_t to, void* dx);
int cudnnSoftmaxForward(cudnnHandle_t h, int algorithm, int mode, const void* alpha, cudnnTensorDescriptor_t in,
                        const void* x, const void* beta, cudnnTensorDescriptor_t out, void* y);
int cudnnSoftmaxBackward(cudnnHandle_t h, int algorithm, int mode, const void* alpha, cudnnTensorDescriptor_t out,
                         const void* y, cudnnTensorDescriptor_t gradient, const void* dy, const void* beta,
                         cudnnTensorDescriptor_t to, void* dx);
int cudnnAddTensor(cudnnHandle_t h, const void* alpha, cudnnTensorDescriptor_t from, const void* a, const void* beta,
                   cudnnTensorDescriptor_t to, void* c);

int cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t in, const void* x,
                                   cudnnTensorDescriptor_t gradient, const void* dy,
                                   cudnnConvolutionDescriptor_t convolution, int algorithm, void* workspace,
                                   size_t size, const void* beta, cudnnFilterDescriptor_t filter, void* dw);
int cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha, cudnnFilterDescriptor_t filter, const void* w,
                                 cudnnTensorDescriptor_t gradient, const void* dy,
                                 cudnnConvolutionDescriptor_t convolution, int algorithm, void* workspace, size_t size,
                                 const void* beta, cudnnTensorDescriptor_t to, void* dx);
int cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t gradient,
                                 const void* dy, const void* beta, cudnnTensorDescriptor_t to, void* db);
int cudnnConvolutionBiasActivationForward(cudnnHandle_t handle, const void* alpha, cudnnTensorDescriptor_t in,
                                          const void* x, cudnnFilterDescriptor_t filter, const void* w,
                                          cudnnConvolutionDescriptor_t convolution, int algorithm, void* workspace,
                                          size_t size, const void* alpha2, cudnnTensorDescriptor_t z_tensor,
                                          const void* z, cudnnTensorDescriptor_t bias_tensor, const void* bias,
                                          cudnnActivationDescriptor_t activation, cudnnTensorDescriptor_t out, void* y);
int cudnnPoolingBackward(cudnnHandle_t handle, cudnnPoolingDescriptor_t pooling, const void* alpha,
                         cudnnTensorDescriptor_t out, const void* y, cudnnTensorDescriptor_t gradient, const void* dy,
                         cudnnTensorDescriptor_t in, const void* x, const void* beta, cudnnTensorDescriptor_t to,
                         void* dx);
int cudnnBatchNormalizationForwardTraining(cudnnHandle_t handle, int mode, const void* alpha, const void* beta,
                                           cudnnTensorDescriptor_t in, const void* x, cudnnTensorDescriptor_t out,
                                           void* y, cudnnTensorDescriptor_t parameters, const void* scale,
                                           const void* bias, double factor, void* mean, void* variance, double epsilon,
                                           void* saved_mean, void* saved_variance);
int cudnnBatchNormalizationForwardInference(cudnnHandle_t handle, int mode, const void* alpha, const void* beta,
                                            cudnnTensorDescriptor_t in, const void* x, cudnnTensorDescriptor_t out,
                                            void* y, cudnnTensorDescriptor_t parameters, const void* scale,
                                            const void* bias, const void* mean, const void* variance, double epsilon);
int cudnnBatchNormalizationBackward(cudnnHandle_t handle, int mode, const void* alpha, const void* beta,
                                    const void* alpha_parameters, const void* beta_parameters,
                                    cudnnTensorDescriptor_t in, const void* x, cudnnTensorDescriptor_t gradient,
                                    const void* dy, cudnnTensorDescriptor_t to, void* dx,
                                    cudnnTensorDescriptor_t parameters, const void* scale, void* dscale, void* dbias,
                                    double epsilon, const void* saved_mean, const void* saved_variance);
int cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derived, cudnnTensorDescriptor_t in, int mode);
int cudnnOpTensor(cudnnHandle_t handle, cudnnOpTensorDescriptor_t operation, const void* alpha,
                  cudnnTensorDescriptor_t a_tensor, const void* a, const void* alpha2, cudnnTensorDescriptor_t b_tensor,
                  const void* b, const void* beta, cudnnTensorDescriptor_t c_tensor, void* c);
int cudnnReduceTensor(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t reduction, void* indices, size_t indices_size,
                      void* workspace, size_t size, const void* alpha, cudnnTensorDescriptor_t a_tensor, const void* a,
                      const void* beta, cudnnTensorDescriptor_t c_tensor, void* c);
int cudnnScaleTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t tensor, void* y, const void* alpha);
int cudnnSetTensor(cudnnHandle_t handle, cudnnTensorDescriptor_t tensor, void* y, const void* value);
int cudnnCreateDropoutDescriptor(cudnnDropoutDescriptor_t* pointer);
int cudnnDestroyDropoutDescriptor(cudnnDropoutDescriptor_t handle);
int cudnnCreateOpTensorDescriptor(cudnnOpTensorDescriptor_t* pointer);
int cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t handle);
int cudnnCreateReduceTensorDescriptor(cudnnReduceTensorDescriptor_t* pointer);
int cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t handle);
int cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t operation, int op, int type, int propagation);
int cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t reduction, int op, int type, int propagation,
                                   int indices, int indices_type);
int cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convolution, int count);
int cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensor, int format, int type, int dimensions,
                                 const int* sizes);
int cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filter, int type, int format, int dimensions, const int* sizes);
int cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convolution, int dimensions, const int* pads,
                                    const int* strides, const int* dilations, int mode, int type);
int cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling, int mode, int propagation, int dimensions,
                                const int* windows, const int* pads, const int* strides);
int cudnnGetConvolution2dForwardOutputDim(cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t in,
                                          cudnnFilterDescriptor_t filter, int* n, int* c, int* h, int* w);
int cudnnGetPooling2dForwardOutputDim(cudnnPoolingDescriptor_t pooling, cudnnTensorDescriptor_t in, int* n, int* c,
                                      int* h, int* w);
int cudnnGetTensorSizeInBytes(cudnnTensorDescriptor_t tensor, size_t* size);
int cudnnGetReductionWorkspaceSize(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t reduction,
                                   cudnnTensorDescriptor_t in, cudnnTensorDescriptor_t out, size_t* size);
int cudnnGetReductionIndicesSize(cudnnHandle_t handle, cudnnReduceTensorDescriptor_t reduction,
                                 cudnnTensorDescriptor_t in, cudnnTensorDescriptor_t out, size_t* size);
int cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t handle, int* count);
int cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t handle, int* count);
int cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t handle, int* count);
int cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, cudnnTensorDescriptor_t in,
                                         cudnnFilterDescriptor_t filter, cudnnConvolutionDescriptor_t convolution,
                                         cudnnTensorDescriptor_t out, int requested, int* count,
                                         cudnnConvolutionFwdAlgoPerf_t* results);
int cudnnFindConvolutionForwardAlgorithmEx(cudnnHandle_t handle, cudnnTensorDescriptor_t in, const void* x,
                                           cudnnFilterDescriptor_t filter, const void* w,
                                           cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t out,
                                           void* y, int requested, int* count, cudnnConvolutionFwdAlgoPerf_t* results,
                                           void* workspace, size_t size);
int cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle, cudnnFilterDescriptor_t filter,
                                                cudnnTensorDescriptor_t gradient,
                                                cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t in,
                                                int requested, int* count, cudnnConvolutionFwdAlgoPerf_t* results);
int cudnnFindConvolutionBackwardDataAlgorithm(cudnnHandle_t handle, cudnnFilterDescriptor_t filter,
                                              cudnnTensorDescriptor_t gradient,
                                              cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t in,
                                              int requested, int* count, cudnnConvolutionFwdAlgoPerf_t* results);
int cudnnFindConvolutionBackwardDataAlgorithmEx(cudnnHandle_t handle, cudnnFilterDescriptor_t filter, const void* w,
                                                cudnnTensorDescriptor_t gradient, const void* dy,
                                                cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t in,
                                                void* dx, int requested, int* count,
                                                cudnnConvolutionFwdAlgoPerf_t* results, void* workspace, size_t size);
int cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle, cudnnTensorDescriptor_t in,
                                                  cudnnTensorDescriptor_t gradient,
                                                  cudnnConvolutionDescriptor_t convolution,
                                                  cudnnFilterDescriptor_t filter, int requested, int* count,
                                                  cudnnConvolutionFwdAlgoPerf_t* results);
int cudnnFindConvolutionBackwardFilterAlgorithm(cudnnHandle_t handle, cudnnTensorDescriptor_t in,
                                                cudnnTensorDescriptor_t gradient,
                                                cudnnConvolutionDescriptor_t convolution,
                                                cudnnFilterDescriptor_t filter, int requested, int* count,
                                                cudnnConvolutionFwdAlgoPerf_t* results);
int cudnnFindConvolutionBackwardFilterAlgorithmEx(cudnnHandle_t handle, cudnnTensorDescriptor_t in, const void* x,
                                                  cudnnTensorDescriptor_t gradient, const void* dy,
                                                  cudnnConvolutionDescriptor_t convolution,
                                                  cudnnFilterDescriptor_t filter, void* dw, int requested, int* count,
                                                  cudnnConvolutionFwdAlgoPerf_t* results, void* workspace, size_t size);
int cudnnDropoutGetStatesSize(cudnnHandle_t handle, size_t* size);
int cudnnDropoutGetReserveSpaceSize(cudnnTensorDescriptor_t tensor, size_t* size);
int cudnnSetDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float rate, void* states,
                              size_t size, unsigned long long seed);
int cudnnRestoreDropoutDescriptor(cudnnDropoutDescriptor_t dropout, cudnnHandle_t handle, float rate, void* states,
                                  size_t size, unsigned long long seed);
int cudnnDropoutForward(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout, cudnnTensorDescriptor_t in,
                        const void* x, cudnnTensorDescriptor_t out, void* y, void* reserve, size_t size);
int cudnnDropoutBackward(cudnnHandle_t handle, cudnnDropoutDescriptor_t dropout, cudnnTensorDescriptor_t gradient,
                         const void* dy, cudnnTensorDescriptor_t to, void* dx, void* reserve, size_t size);

int cudnnCreateCTCLossDescriptor(cudnnCTCLossDescriptor_t* pointer);
int cudnnDestroyCTCLossDescriptor(cudnnCTCLossDescriptor_t handle);
int cudnnSetCTCLossDescriptor(cudnnCTCLossDescriptor_t loss, int type);
int cudnnSetCTCLossDescriptorEx(cudnnCTCLossDescriptor_t loss, int type, int normalization, int propagation);
int cudnnSetCTCLossDescriptor_v8(cudnnCTCLossDescriptor_t loss, int type, int normalization, int propagation,
                                 int longest);
int cudnnSetCTCLossDescriptor_v9(cudnnCTCLossDescriptor_t loss, int type, int normalization, int mode, int longest);
int cudnnGetCTCLossWorkspaceSize(cudnnHandle_t handle, cudnnTensorDescriptor_t probs_tensor,
                                 cudnnTensorDescriptor_t gradients_tensor, const int* labels, const int* label_lengths,
                                 const int* input_lengths, int algorithm, cudnnCTCLossDescriptor_t loss, size_t* size);
int cudnnGetCTCLossWorkspaceSize_v8(cudnnHandle_t handle, int algorithm, cudnnCTCLossDescriptor_t loss,
                                    cudnnTensorDescriptor_t probs_tensor, cudnnTensorDescriptor_t gradients_tensor,
                                    size_t* size);
int cudnnCTCLoss(cudnnHandle_t handle, cudnnTensorDescriptor_t probs_tensor, const void* probs, const int labels[],
                 const int label_lengths[], const int input_lengths[], void* costs,
                 cudnnTensorDescriptor_t gradients_tensor, void* gradients, int algorithm,
                 cudnnCTCLossDescriptor_t loss, void* workspace, size_t size);
int cudnnCTCLoss_v8(cudnnHandle_t handle, int algorithm, cudnnCTCLossDescriptor_t loss,
                    cudnnTensorDescriptor_t probs_tensor, const void* probs, const int labels[],
                    const int label_lengths[], const int input_lengths[], void* costs,
                    cudnnTensorDescriptor_t gradients_tensor, void* gradients, size_t size, void* workspace);
int cudnnCreateSpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t* pointer);
int cudnnDestroySpatialTransformerDescriptor(cudnnSpatialTransformerDescriptor_t handle);
int cudnnSetSpatialTransformerNdDescriptor(cudnnSpatialTransformerDescriptor_t transformer, int sampler, int type,
                                           int dimensions, const int sizes[]);
int cudnnSpatialTfGridGeneratorForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t transformer,
                                       const void* theta, void* grid);
int cudnnSpatialTfGridGeneratorBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t transformer,
                                        const void* dgrid, void* dtheta);
int cudnnSpatialTfSamplerForward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t transformer,
                                 const void* alpha, cudnnTensorDescriptor_t in, const void* x, const void* grid,
                                 const void* beta, cudnnTensorDescriptor_t out, void* y);
int cudnnSpatialTfSamplerBackward(cudnnHandle_t handle, cudnnSpatialTransformerDescriptor_t transformer,
                                  const void* alpha, cudnnTensorDescriptor_t in, const void* x, const void* beta,
                                  cudnnTensorDescriptor_t to, void* dx, const void* alpha2,
                                  cudnnTensorDescriptor_t gradient, const void* dy, const void* grid,
                                  const void* beta2, void* dgrid);

int ncclCommInitRank(ncclComm_t* made, int ranks, ncclUniqueId id, int rank);
int ncclCommInitAll(ncclComm_t* made, int devices, const int* list);
int ncclCommDestroy(ncclComm_t comm);
int ncclCommFinalize(ncclComm_t comm);
int ncclGroupStart(void);
int ncclGroupEnd(void);
int ncclGetUniqueId(ncclUniqueId* id);
int ncclCommCount(ncclComm_t comm, int* count);
int ncclCommUserRank(ncclComm_t comm, int* rank);
int ncclAllReduce(const void* from, void* to, size_t count, int type, int operation, ncclComm_t comm, void* stream);
int ncclReduceScatter(const void* from, void* to, size_t count, int type, int operation, ncclComm_t comm, void* stream);
int ncclReduce(const void* from, void* to, size_t count, int type, int operation, int root, ncclComm_t comm,
               void* stream);
int ncclSend(const void* from, size_t count, int type, int to, ncclComm_t comm, void* stream);
int ncclRecv(void* to, size_t count, int type, int from, ncclComm_t comm, void* stream);
int ncclBroadcast(const void* from, void* to, size_t count, int type, int root, ncclComm_t comm, void* stream);
int ncclBcast(void* buffer, size_t count, int type, int root, ncclComm_t comm, void* stream);
int ncclAllGather(const void* from, void* to, size_t count, int type, ncclComm_t comm, void* stream);
#ifdef __cplusplus
}
#endif
