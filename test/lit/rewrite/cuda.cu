// A program of CUDA for a GPU: the step boundary in its own text, memory and streams through the runtime. nvcc reads
// it twice, so the host's names are left out where it compiles for the device.
// REQUIRES: nvcc
// RUN: %detrain rewrite --diff %s 2>%t.notes >%t.diff && FileCheck %s <%t.diff && count 0 <%t.notes
// CHECK: +#include "cuda.{{detrain}}.h"
// CHECK: detrain_enter(&detrain_plan);
// CHECK: detrain_step(&detrain_plan), step < 3
// CHECK: detrain::SumsBegin(), update<<<1, 128>>>(w, sum, 100), detrain::SumsEnd();
// CHECK: +++ b/{{.*}}cuda.detrain.h
// CHECK: +#ifndef __CUDA_ARCH__
// CHECK: +#include <detrain/hooks.h>
// CHECK-NEXT: +#endif
// CHECK: +#include <detrain/gpu/rename.h>

// A variable of the device is no memory that the host can name.
// RUN: sh -c '%detrain rewrite --diff %s -- nvcc -DVARIABLE; test $? -eq 4' 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: cuda.cu:[[#@LINE+2]]:{{.*}} error: '{{(::)?}}count' is a variable of the device that lives from step to step
#ifdef VARIABLE
__device__ float count;
#endif
__global__ void update(float* w, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    w[i] *= 0.9f;
    atomicAdd(sum, w[i]);
#ifdef VARIABLE
    if (i == 0)
      w[0] += count++;
#endif
  }
}

int main() {
  float *w, *sum;
  cudaMalloc(&w, 400);
  cudaMalloc(&sum, 8);
  for (int step = 0; step < 3; step++)
    update<<<1, 128>>>(w, sum, 100);
}
