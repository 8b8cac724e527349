// cuDNN's dropout moves on the states that its descriptor was told, and nothing else; what it keeps for the gradient is
// of one step. Twins: seeded in each step; two descriptors.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan dropout.cu | FileCheck %s
// CHECK: bitwise
// CHECK: Saved at each checkpoint
// CHECK-DAG: {{^ +}}states {{.*}} carried
// CHECK-DAG: {{^ +}}w {{.*}} carried
// CHECK: Left out
// CHECK-DAG: {{^ +}}reserve {{.*}} dead
// CHECK-DAG: {{^ +}}other {{.*}} invariant
// RUN: cd %S && %detrain plan dropout.cu -- nvcc -DSEEDED | FileCheck %s --check-prefix=SEEDED
// SEEDED: Left out
// SEEDED: {{^ +}}states {{.*}} dead
// RUN: cd %S && %detrain plan dropout.cu -- nvcc -DBOTH | FileCheck %s --check-prefix=BOTH
// BOTH: Saved at each checkpoint
// BOTH-DAG: {{^ +}}states {{.*}} carried
// BOTH-DAG: {{^ +}}other {{.*}} carried
// BOTH: Left out
#include <cudnn.h>

#include <cstdio>

__global__ void update(float* w, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] += y[i];
}

int main() {
  const int n = 1024;
  float *w, *y, h[n];
  void *states, *other, *reserve;
  const size_t size = 1 << 16;
  cudnnHandle_t handle;
  cudnnTensorDescriptor_t tensor;
  cudnnDropoutDescriptor_t dropout, second;
  cudnnCreate(&handle);
  cudnnCreateTensorDescriptor(&tensor);
  cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, n, 1, 1);
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&states, size);
  cudaMalloc(&other, size);
  cudaMalloc(&reserve, n);
  cudaMemset(w, 0, n * sizeof(float));
  cudnnCreateDropoutDescriptor(&dropout);
  cudnnCreateDropoutDescriptor(&second);
  cudnnSetDropoutDescriptor(dropout, handle, 0.5f, states, size, 1);
  cudnnSetDropoutDescriptor(second, handle, 0.5f, other, size, 2);
  for (int step = 0; step < 10; step++) {
#ifdef SEEDED
    cudnnSetDropoutDescriptor(dropout, handle, 0.5f, states, size, step);
#endif
    cudnnDropoutForward(handle, dropout, tensor, w, tensor, y, reserve, n);
#ifdef BOTH
    cudnnDropoutForward(handle, second, tensor, w, tensor, y, reserve, n);
#else
    cudaMemcpy(h, other, sizeof h, cudaMemcpyDeviceToHost);
#endif
    cudnnDropoutBackward(handle, dropout, tensor, y, tensor, y, reserve, n);
    update<<<4, 256>>>(w, y, n);
    cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
  }
}
