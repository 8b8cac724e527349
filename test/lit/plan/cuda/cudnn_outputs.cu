// What cuDNN writes are whole tensors, as their descriptors say: activations and gradients are out of the plan.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan cudnn_outputs.cu -- nvcc -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan cudnn_outputs.cu -- nvcc -DTWIN=1 | FileCheck %s
// CHECK: bitwise
// CHECK: Saved at each checkpoint: 7 entries
// CHECK-DAG: {{^ +}}w {{.*}} carried
// CHECK-DAG: {{^ +}}b {{.*}} carried
// CHECK-DAG: {{^ +}}mean {{.*}} carried
// CHECK-DAG: {{^ +}}variance {{.*}} carried
// CHECK-DAG: {{^ +}}scale {{.*}} carried
// CHECK-DAG: {{^ +}}shift {{.*}} carried
// CHECK: Left out
// CHECK-DAG: {{^ +}}y {{.*}} dead
// CHECK-DAG: {{^ +}}z {{.*}} dead
// CHECK-DAG: {{^ +}}a {{.*}} dead
// CHECK-DAG: {{^ +}}p {{.*}} dead
// CHECK-DAG: {{^ +}}dy {{.*}} dead
// CHECK-DAG: {{^ +}}dz {{.*}} dead
// CHECK-DAG: {{^ +}}dw {{.*}} dead
// CHECK-DAG: {{^ +}}db {{.*}} dead
// CHECK-DAG: {{^ +}}dscale {{.*}} dead
// CHECK-DAG: {{^ +}}dshift {{.*}} dead
// CHECK-DAG: {{^ +}}saved_mean {{.*}} dead
// CHECK-DAG: {{^ +}}saved_variance {{.*}} dead
//
// Twin 1, above: a step says anew how large the output is, before it uses it. Twin 2: only one of the steps does.
// RUN: cd %S && %detrain plan cudnn_outputs.cu -- nvcc -DTWIN=2 | FileCheck %s --check-prefix=TOLD
// TOLD: not replayable
// TOLD-NEXT: out is told by a step what a later one still goes by
//
// Twin 3: the tensor of the output has gaps, that of the convolution's gradient fewer rows than its buffer.
// RUN: cd %S && %detrain plan cudnn_outputs.cu -- nvcc -DTWIN=3 | FileCheck %s --check-prefix=GAPS
// GAPS: Saved at each checkpoint
// GAPS-DAG: {{^ +}}y {{.*}} carried
// GAPS-DAG: {{^ +}}dw {{.*}} carried
// GAPS: Left out
// GAPS-DAG: {{^ +}}db {{.*}} dead
#include <cudnn.h>

#include <cstdio>

__global__ void update(float *w, const float *g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] -= 0.1f * g[i];
}

template <typename T>
T *floats(size_t bytes) {
  T *block;
  cudaMalloc(&block, bytes);
  cudaMemset(block, 0, bytes);
  return block;
}

int main() {
  const int batch = 4, filters = 6, weights = filters * 27;
  cudnnHandle_t h;
  cudnnTensorDescriptor_t in, out, bias, norm, pooled;
  cudnnFilterDescriptor_t filter;
  cudnnConvolutionDescriptor_t convolution;
  cudnnActivationDescriptor_t relu;
  cudnnPoolingDescriptor_t pooling;
  cudnnCreate(&h);
  for (cudnnTensorDescriptor_t *tensor : {&in, &out, &bias, &norm, &pooled})
    cudnnCreateTensorDescriptor(tensor);
  cudnnCreateFilterDescriptor(&filter);
  cudnnCreateConvolutionDescriptor(&convolution);
  cudnnCreateActivationDescriptor(&relu);
  cudnnCreatePoolingDescriptor(&pooling);
  const int sizes[4] = {batch, 3, 8, 8}, strides[4] = {192, 64, 8, 1};
  cudnnSetTensorNdDescriptor(in, CUDNN_DATA_FLOAT, 4, sizes, strides);
  cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, TWIN == 3 ? filters - 1 : filters, 3, 3, 3);
  cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);
  int n, c, rows, columns;
  cudnnGetConvolution2dForwardOutputDim(convolution, in, filter, &n, &c, &rows, &columns);
#if TWIN == 3
  cudnnSetTensor4dDescriptorEx(out, CUDNN_DATA_FLOAT, n, c, rows, columns, 2 * c * rows * columns, rows * columns,
                               columns, 1);
#else
  cudnnSetTensor4dDescriptorEx(out, CUDNN_DATA_FLOAT, n, c, rows, columns, c * rows * columns, rows * columns, columns,
                               1);
#endif
  cudnnSetTensor4dDescriptor(bias, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, c, 1, 1);
  cudnnDeriveBNTensorDescriptor(norm, out, CUDNN_BATCHNORM_SPATIAL);
  cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0);
  cudnnSetPooling2dDescriptor(pooling, CUDNN_POOLING_MAX_DETERMINISTIC, CUDNN_NOT_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2);
  cudnnSetTensor4dDescriptor(pooled, CUDNN_TENSOR_NHWC, CUDNN_DATA_FLOAT, n, c, rows / 2, columns / 2);
  size_t bytes, pooled_bytes;
  cudnnGetTensorSizeInBytes(out, &bytes);
  cudnnGetTensorSizeInBytes(pooled, &pooled_bytes);
  float *x = floats<float>(batch * 192 * sizeof(float)), *w = floats<float>(weights * sizeof(float)),
        *dw = floats<float>(weights * sizeof(float)), *b = floats<float>(c * sizeof(float)),
        *db = floats<float>(c * sizeof(float)), *scale = floats<float>(c * sizeof(float)),
        *shift = floats<float>(c * sizeof(float)), *dscale = floats<float>(c * sizeof(float)),
        *dshift = floats<float>(c * sizeof(float)), *mean = floats<float>(c * sizeof(float)),
        *variance = floats<float>(c * sizeof(float)), *saved_mean = floats<float>(c * sizeof(float)),
        *saved_variance = floats<float>(c * sizeof(float)), *p = floats<float>(pooled_bytes),
        *y = floats<float>(bytes), *z = floats<float>(n * c * rows * columns * sizeof(float)), *a = floats<float>(bytes),
        *dy = floats<float>(bytes), *dz = floats<float>(bytes), one = 1, zero = 0, shown[4];
  for (int step = 0; step < 10; step++) {
#if TWIN == 2
    if (step == 5)
#endif
#if TWIN == 1 || TWIN == 2
      cudnnSetTensor4dDescriptor(out, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, rows, columns);
#endif
    cudnnConvolutionForward(h, &one, in, x, filter, w, convolution, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, nullptr,
                            0, &zero, out, y);
    cudnnAddTensor(h, &one, bias, b, &one, out, y);
    cudnnBatchNormalizationForwardTraining(h, CUDNN_BATCHNORM_SPATIAL, &one, &zero, out, y, out, z, norm, scale, shift,
                                           0.1, mean, variance, 1e-5, saved_mean, saved_variance);
    cudnnActivationForward(h, relu, &one, out, z, &zero, out, a);
    cudnnPoolingForward(h, pooling, &one, out, a, &zero, pooled, p);
    cudnnPoolingBackward(h, pooling, &one, pooled, p, pooled, p, out, a, &zero, out, dz);
    cudnnActivationBackward(h, relu, &one, out, a, out, dz, out, z, &zero, out, dy);
    cudnnBatchNormalizationBackward(h, CUDNN_BATCHNORM_SPATIAL, &one, &zero, &one, &zero, out, y, out, dy, out, dz, norm,
                                    scale, dscale, dshift, 1e-5, saved_mean, saved_variance);
    cudnnConvolutionBackwardBias(h, &one, out, dz, &zero, bias, db);
    cudnnConvolutionBackwardFilter(h, &one, in, x, out, dz, convolution, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, nullptr, 0,
                                   &zero, filter, dw);
    update<<<1, 256>>>(w, dw, weights);
    update<<<1, 256>>>(b, db, c);
    update<<<1, 256>>>(scale, dscale, c);
    update<<<1, 256>>>(shift, dshift, c);
  }
  cudaMemcpy(shown, w, sizeof shown, cudaMemcpyDeviceToHost);
  printf("%g\n", shown[0]);
}
