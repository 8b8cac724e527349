// What a thread's number is, behind copies of it.
// RUN: cd %S && %detrain plan index_copies.cu -- nvcc -std=c++17 -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan index_copies.cu -- nvcc -std=c++17 -DTWIN=1 | FileCheck %s --check-prefix=KEPT
//
// CHECK: {{^  }}next {{.*}} dead{{$}}
//
// Twin 1: a copy is changed.
// KEPT: {{^  }}next {{.*}} carried{{$}}
#include <cstdio>
#include <cstdlib>

template <class T> __device__ unsigned first_of(T index) { return index.x; }

__global__ void move(float* next, const float* now, int n) {
  const auto block = blockIdx;
  const auto [width, height, depth] = blockDim;
  int i = block.x * width + first_of(threadIdx);
#if TWIN == 1
  i += height;
#endif
  if (i < n) next[i] = 0.5f * now[i] + depth;
}

__global__ void add(float* now, const float* next, int n) {
  const uint3 thread = threadIdx;
  const int i = blockIdx.x * blockDim.x + thread.x;
  if (i < n) now[i] += next[i];
}

int main(int argc, char** argv) {
  const int n = atoi(argv[1]);
  float *now, *next, first;
  cudaMalloc(&now, n * sizeof(float));
  cudaMalloc(&next, n * sizeof(float));
  cudaMemset(now, 0, n * sizeof(float));
  for (int step = 0; step < 10; step++) {
    move<<<(n + 255) / 256, 256>>>(next, now, n);
    add<<<(n + 255) / 256, 256>>>(now, next, n);
  }
  cudaMemcpy(&first, now, sizeof first, cudaMemcpyDeviceToHost);
  printf("%f\n", first);
}
