// Lists for the sizes of a launch, which nvcc takes and Clang does not.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t && nvcc -w -c train.cu -o train.o
// RUN: %detrain check train.cu -- nvcc | count 0
// RUN: %detrain plan train.cu -- nvcc | FileCheck %s
// CHECK: bitwise: proven
// CHECK: {{^  }}x {{.*}}carried
// RUN: %detrain cc --cuda=host -- nvcc train.cu -o train 2>&1 | count 0
// RUN: grep 'Launch({2, 2}, {64}, 0, nullptr' train.detrain/0/train.cu
// RUN: %detrain verify --kill-at 1 --poison --schedules 2 -- ./train && ./train | FileCheck %s --check-prefix=OUT
// OUT: 1.96875
// RUN: %detrain cc -- nvcc train.cu -o on_gpu 2>&1 | count 0
#include <cstdio>

__global__ void update(float *x, int n) {
  const int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 0.5f * x[i] + 1;
}

int main() {
  float *x, first;
  cudaMalloc(&x, 256 * sizeof(float));
  cudaMemset(x, 0, 256 * sizeof(float));
  for (int step = 0; step < 3; step++) {
    update<<<{2, 2}, {64}>>>(x, 256);
    update<<<
        {(unsigned)(256 / 64),1u}, { 64 } , 0, 0>>>(x, 256);
    cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
  }
  printf("%g\n", first);
}
