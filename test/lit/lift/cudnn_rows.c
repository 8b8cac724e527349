// Every row of cuDNN and NCCL is found: none of these calls is left to linking.
// RUN: %detrain plan --dump=rir %s -- clang -isystem %S/Inputs/system > %t && FileCheck %s < %t && not grep -E "extern func|opaque" %t
// RUN: %python %S/Inputs/rows_called.py %source_root/analyzer/catalog/data %s cudnn nccl
#include <libraries.h>

// CHECK: func $describe
void describe(cudnnHandle_t handle, const int* sizes, size_t* size) {
  cudnnTensorDescriptor_t t;
  cudnnFilterDescriptor_t f;
  cudnnConvolutionDescriptor_t c;
  cudnnPoolingDescriptor_t p;
  cudnnActivationDescriptor_t a;
  cudnnConvolutionFwdAlgoPerf_t best;
  int count;
  // CHECK: alloc {{.*}} by cudnnCreate
  cudnnCreate(&handle);
  cudnnSetStream(handle, 0);
  cudnnCreateTensorDescriptor(&t);
  cudnnCreateFilterDescriptor(&f);
  cudnnCreateConvolutionDescriptor(&c);
  cudnnCreatePoolingDescriptor(&p);
  cudnnCreateActivationDescriptor(&a);
  cudnnSetTensor4dDescriptor(t, 0, 0, 1, 1, 8, 8);
  cudnnSetTensor4dDescriptorEx(t, 0, 1, 1, 8, 8, 64, 64, 8, 1);
  cudnnSetTensorNdDescriptor(t, 0, 4, sizes, sizes);
  cudnnSetFilter4dDescriptor(f, 0, 0, 1, 1, 3, 3);
  cudnnSetConvolution2dDescriptor(c, 0, 0, 1, 1, 1, 1, 0, 0);
  cudnnSetConvolutionMathType(c, 0);
  cudnnSetPooling2dDescriptor(p, 0, 0, 2, 2, 0, 0, 2, 2);
  cudnnSetActivationDescriptor(a, 0, 0, 0);
  // CHECK: input arguments {{.*}} by cudnnGetConvolutionForwardAlgorithm_v7
  cudnnGetConvolutionForwardAlgorithm_v7(handle, t, f, c, t, 1, &count, &best);
  cudnnGetConvolutionForwardWorkspaceSize(handle, t, f, c, t, 0, size);
  cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, t, t, c, f, 0, size);
  cudnnGetConvolutionBackwardDataWorkspaceSize(handle, f, t, c, t, 0, size);
  cudnnDestroyTensorDescriptor(t);
  cudnnDestroyFilterDescriptor(f);
  cudnnDestroyConvolutionDescriptor(c);
  cudnnDestroyPoolingDescriptor(p);
  cudnnDestroyActivationDescriptor(a);
  cudnnDestroy(handle);
}

// CHECK: func $compute
void compute(cudnnHandle_t h, cudnnTensorDescriptor_t t, cudnnFilterDescriptor_t f, cudnnConvolutionDescriptor_t c,
             cudnnPoolingDescriptor_t p, cudnnActivationDescriptor_t a, const float* one, float* x, float* y) {
  // CHECK: fill {{.*}} by cudnnConvolutionForward
  cudnnConvolutionForward(h, one, t, x, f, x, c, 0, 0, 0, one, t, y);
  // CHECK: fill {{.*}} by cudnnPoolingForward
  cudnnPoolingForward(h, p, one, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnActivationForward
  cudnnActivationForward(h, a, one, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnActivationBackward
  cudnnActivationBackward(h, a, one, t, x, t, x, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnSoftmaxForward
  cudnnSoftmaxForward(h, 0, 0, one, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnSoftmaxBackward
  cudnnSoftmaxBackward(h, 0, 0, one, t, x, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnAddTensor
  cudnnAddTensor(h, one, t, x, one, t, y);
}

// CHECK: func $ranks
void ranks(int* list, int* out) {
  ncclComm_t all[2], one;
  ncclUniqueId id;
  // CHECK: input host {{.*}} by ncclGetUniqueId
  ncclGetUniqueId(&id);
  ncclCommInitRank(&one, 1, id, 0);
  ncclCommInitAll(all, 2, list);
  ncclGroupStart();
  ncclGroupEnd();
  ncclCommCount(one, out);
  ncclCommUserRank(one, out);
  ncclCommFinalize(one);
  ncclCommDestroy(one);
}
