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
typedef struct ncclComm* ncclComm_t;
typedef struct { char internal[128]; } ncclUniqueId;
typedef struct { int algo, status; float time; } cudnnConvolutionFwdAlgoPerf_t;

int cudnnCreate(cudnnHandle_t* handle);
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
int cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t t, int type, int n, int c, int h, int w, int sn, int sc, int sh,
                                 int sw);
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

int ncclCommInitRank(ncclComm_t* made, int ranks, ncclUniqueId id, int rank);
int ncclCommInitAll(ncclComm_t* made, int devices, const int* list);
int ncclCommDestroy(ncclComm_t comm);
int ncclCommFinalize(ncclComm_t comm);
int ncclGroupStart(void);
int ncclGroupEnd(void);
int ncclGetUniqueId(ncclUniqueId* id);
int ncclCommCount(ncclComm_t comm, int* count);
int ncclCommUserRank(ncclComm_t comm, int* rank);
#ifdef __cplusplus
}
#endif
