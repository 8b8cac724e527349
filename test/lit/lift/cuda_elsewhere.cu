// Of a kernel that another unit defines, its threads may wait for each other: a first round comes before the one in
// which all are, as where a barrier is seen.
// REQUIRES: nvcc
// RUN: %detrain plan --dump=rir %s -- nvcc -rdc=true | FileCheck %s
#include <cuda_runtime.h>
__global__ void Elsewhere(float* w);
__global__ void Here(float* w) {
  w[threadIdx.x] = 1;
}
int main() {
  float* w;
  cudaMalloc(&w, 256);
  // CHECK: par launch
  // CHECK: math {{.*}} by launch.
  // CHECK: call $Elsewhere
  // CHECK: par launch
  // CHECK-NOT: by launch.
  // CHECK: call $Elsewhere
  Elsewhere<<<1, 64>>>(w);
  // CHECK: par launch
  // CHECK-NOT: par launch
  // CHECK: call $Here
  Here<<<1, 64>>>(w);
}
