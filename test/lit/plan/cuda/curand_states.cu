// States of cuRAND's in device code: whatever draws from one, it is saved.
// REQUIRES: nvcc
// RUN: %detrain plan %s | FileCheck %s
// RUN: %detrain plan %s -- -DMTGP32 | FileCheck %s --check-prefix=MTGP32
// CHECK: Saved at each checkpoint
// CHECK: states->ctr.x {{.*}} carried
// CHECK: states->output.x {{.*}} carried
// CHECK-NOT: curand_kernel.h
//
// The numbers of MTGP32 are drawn anew, its tables stay where they are.
// MTGP32: Saved at each checkpoint
// MTGP32-DAG: states[].s {{.*}} carried
// MTGP32-DAG: states[].offset {{.*}} carried
// MTGP32: Left out
// MTGP32: states[].k {{.*}} invariant
#include <curand_kernel.h>

#include <cstdio>

#ifdef MTGP32
using State = curandStateMtgp32;
__device__ float Draw(State* states) {
  return curand_uniform(&states[blockIdx.x]);
}
#else
using State = curandStatePhilox4_32_10_t;
__device__ float Draw(State* states) {
  return curand_uniform4(&states[threadIdx.x]).z;
}
#endif
__global__ void Noise(State* states, float* w) {
  w[threadIdx.x] = 0.9f * w[threadIdx.x] + Draw(states);
}

int main(int argc, char**) {
  float* w;
  State* states;
  cudaMallocManaged(&w, 64 * sizeof(float));
  cudaMallocManaged(&states, 64 * sizeof *states);
  cudaMemset(w, 0, 64 * sizeof(float));
  cudaMemset(states, argc, 64 * sizeof *states);
#ifdef MTGP32
  mtgp32_kernel_params_t* tables;
  cudaMallocManaged(&tables, sizeof *tables);
  cudaMemset(tables, argc, sizeof *tables);
  for (int i = 0; i < 64; i++) states[i].k = tables;
#endif
  for (int step = 0; step < 8; step++) {
    Noise<<<1, 64>>>(states, w);
    cudaDeviceSynchronize();
  }
  printf("%.9g\n", w[0]);
}
