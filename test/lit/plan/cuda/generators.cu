// Two generators of cuRAND. A new seed in each step hides nothing of the other, nor of its own: cuRAND goes on at the
// position that the generator has come to.
// REQUIRES: nvcc
// RUN: %detrain plan %s | FileCheck %s
// CHECK: Saved at each checkpoint
// CHECK-DAG: mask{{ .*}} stream
// CHECK-DAG: noise{{ .*}} stream
// CHECK: Left out

// It lies inside the library: a rewritten program could not save it.
// RUN: sh -c '%detrain rewrite --diff %s; test $? -eq 4' 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: '{{mask|noise}}' crosses the step boundary and lies inside the library
#include <curand.h>

#include <cstdio>

__global__ void update(float* w, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] += a[i] * b[i];
}

int main() {
  const int n = 1024;
  float *w, *a, *b, h[n];
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemset(w, 0, n * sizeof(float));
  curandGenerator_t mask, noise;
  curandCreateGenerator(&mask, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandCreateGenerator(&noise, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandSetPseudoRandomGeneratorSeed(noise, 7);
  for (int step = 0; step < 10; step++) {
    curandSetPseudoRandomGeneratorSeed(mask, step);
    curandGenerateUniform(mask, a, n);
    curandGenerateNormal(noise, b, n, 0.0f, 1.0f);
    update<<<(n + 255) / 256, 256>>>(w, a, b, n);
  }
  cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost);
  printf("%f\n", h[0]);
}
