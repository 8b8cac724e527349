// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One addition per thread to a place that others add to as well: by atomicAdd, and by what stands in for it. Read by
// test/tools/kernel_figures.py, which counts what nvcc makes of each.
#include "kernels/binned_sum.h"
#include "kernels/unit_sum.h"

using detrain::kernels::BinnedSum;
using detrain::kernels::FixedSum;
using detrain::kernels::PreroundedSum;

namespace {

__device__ int Thread() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

}  // namespace

extern "C" __global__ void atomicAdd_float(float* sums, const int* at, const float* x) {
  atomicAdd(&sums[at[Thread()]], x[Thread()]);
}

extern "C" __global__ void atomicAdd_double(double* sums, const int* at, const double* x) {
  atomicAdd(&sums[at[Thread()]], x[Thread()]);
}

extern "C" __global__ void BinnedSum_float(BinnedSum<float>* sums, const int* at, const float* x) {
  sums[at[Thread()]].AtomicAdd(x[Thread()]);
}

extern "C" __global__ void BinnedSum_double(BinnedSum<double>* sums, const int* at, const double* x) {
  sums[at[Thread()]].AtomicAdd(x[Thread()]);
}

extern "C" __global__ void PreroundedSum_Announce(PreroundedSum* sums, const int* at, const float* x) {
  sums[at[Thread()]].Announce(x[Thread()]);
}

extern "C" __global__ void PreroundedSum_Add(PreroundedSum* sums, const int* at, const float* x, int count) {
  sums[at[Thread()]].Add(x[Thread()], count);
}

extern "C" __global__ void FixedSum_float(FixedSum* sums, const int* at, const float* x) {
  sums[at[Thread()]].AtomicAdd(x[Thread()], -30);
}
