// What the threads of a launch share ends with it, though the variable still says where it was: a time that only gets
// there and into text is only printed. Twin: memory that the program keeps.
// REQUIRES: nvcc
// RUN: sh -c '%detrain check %s >%t.out; test $? -eq 0' && FileCheck %s --input-file=%t.out
// RUN: sh -c '%detrain check %s -- nvcc -DKEPT >%t.out; test $? -eq 1'
// RUN: FileCheck %s --check-prefix=KEPT --input-file=%t.out
// CHECK-NOT: error:
// CHECK: note: the value of 'clock' comes from the clock, which differs in every run; it is only printed
// KEPT: error: the value of 'clock' comes from the clock, which differs in every run; it reaches 'kept'
#include <cstdio>
#include <ctime>

__global__ void Show(float seconds, float* kept, int n) {
  extern __shared__ float shared[];
#ifdef KEPT
  float* part = kept;
#else
  float* part = shared;
#endif
  int i = threadIdx.x;
  if (i < n)
    part[i] = seconds * part[n - 1 - i];
  __syncthreads();
  printf("%f\n", part[n - 1 - i]);
}

__global__ void Update(float* w) {
  w[threadIdx.x] -= 0.1f * w[63 - threadIdx.x] * w[threadIdx.x];
}

int main() {
  float *w, *kept;
  cudaMalloc(&w, 256);
  cudaMalloc(&kept, 256);
  cudaMemset(w, 1, 256);
  cudaMemset(kept, 0, 256);
  for (int step = 0; step < 8; step++) {
    Update<<<1, 64>>>(w);
    Show<<<1, 64, 256>>>((float)clock(), kept, step);
  }
}
