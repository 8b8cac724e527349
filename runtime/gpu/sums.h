// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/sums.h: what an atomicAdd of floating-point numbers whose result nobody uses becomes in a program for a GPU. The
// addend goes to a binned accumulator of its place (kernels/binned_sum.h), by integer atomics alone; behind the launch
// each sum begins with what its place holds and is rounded once. So its bits are the same for any order of threads and
// blocks, and those of the CPU. Sums in shared memory are finished at the block's next barrier. docs/gpu.md.
//
// Each unit of the program has its own copy of all this: no relocatable device code is asked for.
#ifndef DETRAIN_GPU_SUMS_H
#define DETRAIN_GPU_SUMS_H

#include <cuda_runtime.h>

#include "sum_finish.h"

namespace detrain {
namespace gpu {
namespace {

#ifdef __CUDACC__
static __global__ void __launch_bounds__(256, 4) FinishAll() {
  FinishSums();
}
#endif

__attribute__((unused)) void Hand(const SumTable* of_host, cudaStream_t stream) {
#ifdef __CUDACC__
  (void)cudaMemcpyToSymbolAsync(table, of_host, sizeof table, 0, cudaMemcpyHostToDevice, stream);
#else
  (void)stream;
  table = *of_host;
#endif
}

struct Unit {
  Unit() { detrain_gpu_sums_unit(Hand); }
};
__attribute__((unused)) const Unit unit;

inline cudaStream_t Named(cudaStream_t stream) {
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)
  return stream == nullptr ? cudaStreamPerThread : stream;
#else
  return stream;
#endif
}

}  // namespace
}  // namespace gpu

namespace {

// In front of a launch whose threads sum, and behind it, on its stream.
__attribute__((unused)) void SumsBegin(cudaStream_t stream = nullptr) {
  gpu::detrain_gpu_sums_begin(gpu::Named(stream));
}

__attribute__((unused)) void SumsEnd(cudaStream_t stream = nullptr) {
#ifdef __CUDACC__
  gpu::FinishAll<<<gpu::detrain_gpu_sums_blocks(), 256, 0, stream>>>();
#else
  cudahost::Launch(gpu::detrain_gpu_sums_blocks(), 256, 0, stream, [] { gpu::FinishSums(); });
#endif
  gpu::detrain_gpu_sums_end(gpu::Named(stream));
}

}  // namespace
}  // namespace detrain

// --- the names that stand in the user's text ---

namespace {

__device__ inline void detrain_sum(float* at, float addend) {
  detrain::gpu::AddToSum(at, addend);
}
__device__ inline void detrain_sum(double* at, double addend) {
  detrain::gpu::AddToSum(at, addend);
}
__device__ inline void detrain_sum(__half* at, __half addend) {
  detrain::gpu::AddToSum(at, addend);
}
__device__ inline void detrain_sum(__nv_bfloat16* at, __nv_bfloat16 addend) {
  detrain::gpu::AddToSum(at, addend);
}
// Vectors: a sum for each component.
template <class Pair>
__device__ void detrain_sum_pair(Pair* at, Pair addend) {
  detrain_sum(&at->x, addend.x);
  detrain_sum(&at->y, addend.y);
}
__device__ inline void detrain_sum(float2* at, float2 addend) {
  detrain_sum_pair(at, addend);
}
__device__ inline void detrain_sum(__half2* at, __half2 addend) {
  detrain_sum_pair(at, addend);
}
__device__ inline void detrain_sum(__nv_bfloat162* at, __nv_bfloat162 addend) {
  detrain_sum_pair(at, addend);
}
__device__ inline void detrain_sum(float4* at, float4 addend) {
  detrain_sum_pair(at, addend);
  detrain_sum(&at->z, addend.z);
  detrain_sum(&at->w, addend.w);
}
// Of integers: equal in every order.
__device__ inline void detrain_sum(int* at, int addend) {
  atomicAdd(at, addend);
}
__device__ inline void detrain_sum(unsigned* at, unsigned addend) {
  atomicAdd(at, addend);
}
__device__ inline void detrain_sum(unsigned long long* at, unsigned long long addend) {
  atomicAdd(at, addend);
}

// A barrier of the block, in a kernel that sums numbers of these types in shared memory.
template <class... Numbers>
__device__ void detrain_syncthreads() {
  __syncthreads();
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const int each[] = {(detrain::gpu::FinishShared<typename detrain::gpu::Bits<Numbers>::Type>(thread, threads), 0)...};
  (void)each;
  __syncthreads();
}

}  // namespace

#endif
