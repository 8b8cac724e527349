// What nvcc takes is read: launches with blanks in their brackets, initialised shared memory of class type, min and max
// of the host, cache hints, and the headers that nvcc brings along.
// REQUIRES: nvcc
// RUN: %detrain plan --dump=ast %s > %t 2>&1 && FileCheck %s < %t
// RUN: %detrain plan --dump=ast %s -- nvcc -arch=sm_80 -Xcompiler -fopenmp,-O3 --use_fast_math -lineinfo -dc > %t
// RUN: FileCheck %s < %t
// RUN: %detrain plan --dump=ast %s -- clang++ -std=c++20 > %t && FileCheck %s < %t
// CHECK-NOT: error:
// CHECK: FunctionDecl {{.*}} scale
// CHECK: CUDAKernelCallExpr
// CHECK-NOT: error:
#include <cuda_bf16.h>

struct Zero {
  float value = 0;
  __host__ __device__ Zero() {}
};

__device__ __managed__ int counter;

__global__ void scale(float* out, int n) {
  __shared__ Zero zero;
  __shared__ alignas(16) float tile[32];
  extern __shared__ float more[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x % 32] = more[0] + zero.value;
  if (i < n)
    __stcs(out + i, 2.0 * __ldcs(out + i) + tile[0]);
}

int main() {
  float* device;
  assert(cudaMalloc(&device, 400) == cudaSuccess);
  scale << <min(4u, 8), 32>> >(device, max(3, 100));
  std::string text = "x";
  printf("%s %d\n", text.c_str(), int(1 << 2));
}
