// Every row of cuDNN and NCCL is found: none of these calls is left to linking.
// RUN: %detrain plan --dump=rir %s -- clang -isystem %S/Inputs/system > %t && FileCheck %s < %t && not grep -E "extern func|opaque" %t
// RUN: %python %S/Inputs/rows_called.py %source_root/analyzer/catalog/data %s cudnn nccl
#include <libraries.h>

// CHECK: func $ask
// CHECK: input arguments {{.*}}cudnnGetVersion
void ask(ncclComm_t comm, char* message) {
  int number;
  cudnnGetErrorString(1);
  cudnnGetLastErrorString(message, 64);
  cudnnGetVersion();
  cudnnGetMaxDeviceVersion();
  cudnnGetCudartVersion();
  cudnnGetProperty(0, &number);
  ncclGetErrorString(1);
  ncclGetLastError(comm);
  ncclGetVersion(&number);
}

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

// CHECK: func $gradients
void gradients(cudnnHandle_t h, cudnnTensorDescriptor_t t, cudnnFilterDescriptor_t f, cudnnConvolutionDescriptor_t c,
               cudnnPoolingDescriptor_t p, cudnnActivationDescriptor_t a, const float* one, const float* x, float* y,
               const int* sizes, int* count, size_t* size, cudnnConvolutionFwdAlgoPerf_t* best) {
  cudnnDropoutDescriptor_t d;
  cudnnOpTensorDescriptor_t o;
  cudnnReduceTensorDescriptor_t r;
  // CHECK: fill {{.*}} by cudnnConvolutionBackwardFilter
  cudnnConvolutionBackwardFilter(h, one, t, x, t, x, c, 0, y, 0, one, f, y);
  // CHECK: fill {{.*}} by cudnnConvolutionBackwardData
  cudnnConvolutionBackwardData(h, one, f, x, t, x, c, 0, y, 0, one, t, y);
  // CHECK: fill {{.*}} by cudnnConvolutionBackwardBias
  cudnnConvolutionBackwardBias(h, one, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnConvolutionBiasActivationForward
  cudnnConvolutionBiasActivationForward(h, one, t, x, f, x, c, 0, y, 0, one, t, x, t, x, a, t, y);
  // CHECK: fill {{.*}} by cudnnPoolingBackward
  cudnnPoolingBackward(h, p, one, t, x, t, x, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnBatchNormalizationForwardTraining
  cudnnBatchNormalizationForwardTraining(h, 0, one, one, t, x, t, y, t, x, x, 0, y, y, 0, y, y);
  // CHECK: fill {{.*}} by cudnnBatchNormalizationForwardInference
  cudnnBatchNormalizationForwardInference(h, 0, one, one, t, x, t, y, t, x, x, x, x, 0);
  // CHECK: fill {{.*}} by cudnnBatchNormalizationBackward
  cudnnBatchNormalizationBackward(h, 0, one, one, one, one, t, x, t, x, t, y, t, x, y, y, 0, x, x);
  cudnnDeriveBNTensorDescriptor(t, t, 0);
  // CHECK: fill {{.*}} by cudnnOpTensor
  cudnnOpTensor(h, o, one, t, x, one, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnReduceTensor
  cudnnReduceTensor(h, r, y, 0, y, 0, one, t, x, one, t, y);
  // CHECK: fill {{.*}} by cudnnScaleTensor
  cudnnScaleTensor(h, t, y, one);
  // CHECK: fill {{.*}} by cudnnSetTensor
  cudnnSetTensor(h, t, y, one);
  cudnnCreateDropoutDescriptor(&d);
  cudnnCreateOpTensorDescriptor(&o);
  cudnnCreateReduceTensorDescriptor(&r);
  cudnnSetOpTensorDescriptor(o, 0, 0, 0);
  cudnnSetReduceTensorDescriptor(r, 0, 0, 0, 0, 0);
  cudnnSetConvolutionGroupCount(c, 0);
  cudnnSetTensorNdDescriptorEx(t, 0, 0, 0, sizes);
  cudnnSetFilterNdDescriptor(f, 0, 0, 0, sizes);
  cudnnSetConvolutionNdDescriptor(c, 0, sizes, sizes, sizes, 0, 0);
  cudnnSetPoolingNdDescriptor(p, 0, 0, 0, sizes, sizes, sizes);
  cudnnGetConvolution2dForwardOutputDim(c, t, f, count, count, count, count);
  cudnnGetPooling2dForwardOutputDim(p, t, count, count, count, count);
  cudnnGetTensorSizeInBytes(t, size);
  cudnnGetReductionWorkspaceSize(h, r, t, t, size);
  cudnnGetReductionIndicesSize(h, r, t, t, size);
  cudnnGetConvolutionForwardAlgorithmMaxCount(h, count);
  cudnnGetConvolutionBackwardDataAlgorithmMaxCount(h, count);
  cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(h, count);
  // CHECK: input clock {{.*}} by cudnnFindConvolutionForwardAlgorithm
  cudnnFindConvolutionForwardAlgorithm(h, t, f, c, t, 0, count, best);
  // CHECK: input clock {{.*}} by cudnnFindConvolutionForwardAlgorithmEx
  cudnnFindConvolutionForwardAlgorithmEx(h, t, x, f, x, c, t, y, 0, count, best, y, 0);
  cudnnGetConvolutionBackwardDataAlgorithm_v7(h, f, t, c, t, 0, count, best);
  // CHECK: input clock {{.*}} by cudnnFindConvolutionBackwardDataAlgorithm
  cudnnFindConvolutionBackwardDataAlgorithm(h, f, t, c, t, 0, count, best);
  // CHECK: input clock {{.*}} by cudnnFindConvolutionBackwardDataAlgorithmEx
  cudnnFindConvolutionBackwardDataAlgorithmEx(h, f, x, t, x, c, t, y, 0, count, best, y, 0);
  cudnnGetConvolutionBackwardFilterAlgorithm_v7(h, t, t, c, f, 0, count, best);
  // CHECK: input clock {{.*}} by cudnnFindConvolutionBackwardFilterAlgorithm
  cudnnFindConvolutionBackwardFilterAlgorithm(h, t, t, c, f, 0, count, best);
  // CHECK: input clock {{.*}} by cudnnFindConvolutionBackwardFilterAlgorithmEx
  cudnnFindConvolutionBackwardFilterAlgorithmEx(h, t, x, t, x, c, f, y, 0, count, best, y, 0);
  cudnnDropoutGetStatesSize(h, size);
  cudnnDropoutGetReserveSpaceSize(t, size);
  // CHECK: fill {{.*}} by cudnnSetDropoutDescriptor
  cudnnSetDropoutDescriptor(d, h, 0, y, 0, 1);
  cudnnRestoreDropoutDescriptor(d, h, 0, y, 0, 1);
  // CHECK: fill {{.*}} by cudnnDropoutForward
  cudnnDropoutForward(h, d, t, x, t, y, y, 0);
  // CHECK: fill {{.*}} by cudnnDropoutBackward
  cudnnDropoutBackward(h, d, t, x, t, y, y, 0);
  cudnnDestroyDropoutDescriptor(d);
  cudnnDestroyOpTensorDescriptor(o);
  cudnnDestroyReduceTensorDescriptor(r);
}

// CHECK: func $losses
void losses(cudnnHandle_t h, cudnnTensorDescriptor_t t, const float* one, const float* x, float* y, const int* labels,
            size_t* size) {
  cudnnCTCLossDescriptor_t l;
  cudnnSpatialTransformerDescriptor_t s;
  cudnnCreateCTCLossDescriptor(&l);
  cudnnSetCTCLossDescriptor(l, 0);
  cudnnSetCTCLossDescriptorEx(l, 0, 0, 0);
  cudnnSetCTCLossDescriptor_v8(l, 0, 0, 0, 0);
  cudnnSetCTCLossDescriptor_v9(l, 0, 0, 0, 0);
  cudnnGetCTCLossWorkspaceSize(h, t, t, labels, labels, labels, 0, l, size);
  cudnnGetCTCLossWorkspaceSize_v8(h, 0, l, t, t, size);
  // CHECK: fill {{.*}} by cudnnCTCLoss !
  // CHECK-NOT: input host {{.*}} by cudnnCTCLoss !
  cudnnCTCLoss(h, t, x, labels, labels, labels, y, t, y, 0, l, y, 0);
  // CHECK: input host {{.*}} by cudnnCTCLoss_v8
  cudnnCTCLoss_v8(h, 1, l, t, x, labels, labels, labels, y, t, y, 0, y);
  cudnnCreateSpatialTransformerDescriptor(&s);
  cudnnSetSpatialTransformerNdDescriptor(s, 0, 0, 4, labels);
  // CHECK: fill {{.*}} by cudnnSpatialTfGridGeneratorForward
  cudnnSpatialTfGridGeneratorForward(h, s, x, y);
  // CHECK: fill {{.*}} by cudnnSpatialTfSamplerForward
  cudnnSpatialTfSamplerForward(h, s, one, t, x, x, one, t, y);
  // CHECK: input host {{.*}} by cudnnSpatialTfSamplerBackward
  cudnnSpatialTfSamplerBackward(h, s, one, t, x, one, t, y, one, t, x, x, one, y);
  // CHECK: fill {{.*}} by cudnnSpatialTfGridGeneratorBackward
  cudnnSpatialTfGridGeneratorBackward(h, s, x, y);
  cudnnDestroyCTCLossDescriptor(l);
  cudnnDestroySpatialTransformerDescriptor(s);
}

// The algorithm that adds in any order, and those that do not; pooling asks the descriptor.
// CHECK: func $unordered
void unordered(cudnnHandle_t h, cudnnTensorDescriptor_t t, cudnnFilterDescriptor_t f, cudnnConvolutionDescriptor_t c,
               const float* one, const float* x, float* y) {
  // CHECK: input host {{.*}} by cudnnConvolutionBackwardFilter
  // CHECK-NOT: input host
  cudnnConvolutionBackwardFilter(h, one, t, x, t, x, c, 3, 0, 0, one, f, y);
  cudnnConvolutionBackwardFilter(h, one, t, x, t, x, c, 1, 0, 0, one, f, y);
  cudnnConvolutionBackwardData(h, one, f, x, t, x, c, 1, 0, 0, one, t, y);
}

// Sums of float (7), and maxima of them, and sums of integers.
// CHECK: func $collect
void collect(ncclComm_t all, const float* x, float* y) {
  // CHECK: input host {{.*}} by ncclAllReduce
  // CHECK-NOT: input host
  ncclAllReduce(x, y, 4, 7, 0, all, 0);
  ncclAllReduce(x, y, 4, 7, 2, all, 0);
  ncclAllReduce(x, y, 4, 2, 0, all, 0);
  ncclReduceScatter(x, y, 0, 0, 0, all, y);
  ncclReduce(x, y, 0, 0, 0, 0, all, y);
  ncclSend(x, 4, 7, 0, all, y);
  // CHECK: input arguments {{.*}} by ncclRecv
  ncclRecv(y, 4, 7, 0, all, y);
  ncclBroadcast(x, y, 0, 0, 0, all, y);
  ncclBcast(y, 0, 0, 0, all, y);
  ncclAllGather(x, y, 0, 0, all, y);
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
