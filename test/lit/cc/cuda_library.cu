// CUDA's C++ library on the CPU: cuda::std is the host's own library, atomics are CUDA's. A float sum by them stays as it
// is, which is said; with integers nothing hangs on the order.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir %t && cp %s %t/train.cu && cd %t
// RUN: nvcc -w -arch=sm_80 -c train.cu -o train.o
// RUN: %detrain check train.cu -- nvcc -arch=sm_80 | count 0
// RUN: %detrain cc --cuda=host -- nvcc -arch=sm_80 train.cu -o train 2>&1 | count 0
// RUN: %detrain verify --kill-at 1,2 --poison --schedules 4 -- ./train
// RUN: ./train | FileCheck %s
// CHECK: 1.875 25 124 7 32
// RUN: sh -c '%detrain cc --cuda=host -- nvcc -arch=sm_80 -DFLOATS train.cu -o floats 2>err' && FileCheck %s --check-prefix=STAYS --implicit-check-not=note: <err
// STAYS: train.cu:[[#ADDS:]]:{{[0-9]+}}: note: a resumed run may differ: this float sum of CUDA's C++ library stays, and hangs on the order of threads; atomicAdd would not
// STAYS: train.cu:[[#ADDS + 1]]:{{[0-9]+}}: note: a resumed run may differ: this float sum of CUDA's C++ library stays
// RUN: sh -c '%detrain verify --steps 2 --kill-at 1 --schedules 4 -- ./floats >log; test $? -eq 1' && grep 'DETRAIN_SCHEDULE' log
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/utility>

template <class T>
using Shared = cuda::atomic<T, cuda::thread_scope_device>;

struct Totals {
  Shared<unsigned long long> sum;
  Shared<int> largest, claimed;
};

__global__ void step(float *w, int *count, Totals *totals, float *norm, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::atomic_ref<int, cuda::thread_scope_device>(count[i % 4]).fetch_add(1, cuda::memory_order_relaxed);
  totals->sum += i % 5 == 0;
  totals->largest.fetch_max(i);
  int expected = 0;
  while (!totals->claimed.compare_exchange_weak(expected, expected | (i % 4 == 3 ? 4 : i % 4))) {
  }
#ifdef FLOATS
  cuda::atomic_ref<float, cuda::thread_scope_device>(norm[0]).fetch_add(w[i] / (i + 1.0f));
  cuda::atomic_ref<float, cuda::thread_scope_device>(norm[1]) += w[i] / (i + 3.0f);
#endif
  const cuda::std::array<float, 2> parts = {0.5f * w[i], norm[0] + 1};
  const auto pair = cuda::std::make_tuple(parts[0], parts[1]);
  const float next = cuda::std::get<0>(pair) + cuda::std::get<1>(pair);
  w[i] = next < cuda::std::numeric_limits<float>::max() ? next : 0;
}

int main() {
  const int n = 125;
  float *w, *norm, first = 0, last = 0;
  int *count, counted[4];
  Totals *totals;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&norm, 2 * sizeof(float));
  cudaMalloc(&count, 4 * sizeof(int));
  cudaMallocManaged(&totals, sizeof(Totals));
  cudaMemset(w, 0, n * sizeof(float));
  cudaMemset(norm, 0, 2 * sizeof(float));
  for (int i = 0; i < 4; i++) {
    cudaMemset(count, 0, 4 * sizeof(int));
    totals->sum = 0;
    totals->largest = -1;
    totals->claimed = 0;
    step<<<4, 32>>>(w, count, totals, norm, n);
    cudaMemcpy(&last, w, sizeof last, cudaMemcpyDeviceToHost);
    printf("%.9g\n", last);
  }
  cudaMemcpy(&first, norm, sizeof first, cudaMemcpyDeviceToHost);
  cudaMemcpy(counted, count, sizeof counted, cudaMemcpyDeviceToHost);
  printf("%g %llu %d %d %d\n", last, totals->sum.load(), totals->largest.load(), totals->claimed.load(), counted[0]);
}
