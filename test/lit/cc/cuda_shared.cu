// Shared memory in the forms that programs declare it in, on the CPU: with `static`, which the backend's own word brings,
// and with the launch's size outside of kernels.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: nvcc -w -c train.cu -o train.o
// RUN: %detrain check train.cu -- nvcc | count 0
// RUN: %detrain cc --cuda=host -- nvcc train.cu -o train 2>&1 | count 0
// RUN: %detrain verify --kill-at 1,2 --poison --schedules 4 -- ./train
// RUN: ./train | FileCheck %s
// CHECK: 1.55 1.55
#include <cstdio>

extern __shared__ float values[];
extern __shared__
    __align__(16) unsigned char bytes[];

__device__ float total(int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += values[i];
  return sum;
}
__inline__ __device__ float sum_of_block(float value) {
  static __shared__ float part[32], unused[1];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  if (lane == 0) part[warp] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / 32 ? part[lane] : unused[0] * 0;
  if (warp == 0)
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}
__global__ void update(float *x, int n) {
  float *mine = values + threadIdx.x;
  *mine = x[threadIdx.x];
  __syncthreads();
  const float sum = total(n);
  __syncthreads();
  float *again = (float *)bytes;
  again[threadIdx.x] = sum_of_block(threadIdx.x == 0 ? sum : 0);
  __syncthreads();
  x[threadIdx.x] = 0.5f * x[threadIdx.x] + 0.001f * again[0] + (&values[0] == again) * 0.5f +
                   (reinterpret_cast<float *>(bytes) == again) * 0.25f;
}

int main() {
  const int n = 64;
  float *x, first[2];
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  for (int step = 0; step < 4; step++) {
    update<<<1, n, n * sizeof(float)>>>(x, n);
    cudaMemcpy(first, x, sizeof first, cudaMemcpyDeviceToHost);
  }
  printf("%.2f %.2f\n", first[0], first[1]);
}
