// A launch is loops over its threads. What a block shares is no thread's own, atomics are atomics, what lanes exchange
// depends on all that they bring, and what has no model says so.
// REQUIRES: nvcc
// RUN: %detrain plan --dump=rir %s -- nvcc -rdc=true > %t 2> %t.notes; FileCheck %s < %t && FileCheck %s --check-prefix=NOTES < %t.notes
#include <cuda_bf16.h>

// CHECK: func $sum
__global__ void sum(float* out, const float* in, int n) {
  __shared__ float tile[32];
  extern __shared__ float more[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: load @cuda::blockIdx.x
  // CHECK: load @cuda::blockDim.x
  // CHECK: load @cuda::threadIdx.x
  // CHECK-NOT: declare @sum::tile
  tile[threadIdx.x % 32] = i < n ? __ldcs(in + i) : 0.0f;
  more[0] = 1;
  // CHECK: sync barrier
  __syncthreads();
  // CHECK: math {{.*}} by __shfl_xor_sync.brought
  float other = __shfl_xor_sync(~0u, tile[0], 1);
  // CHECK: atomic "+"
  if (threadIdx.x == 0)
    atomicAdd(out, other);
  // CHECK: atomic "max"
  atomicMax(reinterpret_cast<int*>(out), 3);
  // CHECK: input clock
  if (clock64() == 0)
    out[0] = 0;
}

// CHECK: func $round
__global__ void round(__nv_bfloat16* out, float x) {
  // CHECK: math {{.*}} by __float2bfloat16
  out[threadIdx.x] = __float2bfloat16(x);
}

// NOTES: inline assembly is not modelled
__global__ void assembly(unsigned* out) {
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(*out));
}

// NOTES: a launch by a kernel is not modelled
__global__ void outer(unsigned* out) {
  assembly<<<1, 1>>>(out);
}

// CHECK: func $main
int main() {
  float *in, *out;
  // CHECK: alloc space device 4096 of f32 infallible by cudaMalloc
  cudaMalloc(&in, 4096);
  cudaMalloc(reinterpret_cast<void**>(&out), 4);
  // CHECK: fill {{.*}}, 0 bytes 4 by cudaMemset
  cudaMemset(out, 0, 4);
  // CHECK: fill @sum::tile{{.*}}, 0 bytes 128
  // CHECK: alloc space device 256 of f32 zeroed infallible by __shared__
  // CHECK: par launch
  // CHECK: math {{.*}} by launch.
  // CHECK: par launch
  // CHECK: call $sum
  sum<<<4, 256, 256>>>(out, in, 1024);
  cudaMemcpy(in, out, 4, cudaMemcpyDeviceToHost);
  // CHECK: copy {{.*}} by cudaMemcpy
  return 0;
}
