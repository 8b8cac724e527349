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

// CUDA knows where a variable of the device lies, by the name that stands for it on the host.
// RUN: %detrain rewrite --diff %s -- nvcc -DVARIABLE=__device__ | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: detrain_register_symbol("::count", count);
// VARIABLE-NEXT: detrain_register_symbol("{{.*}}of_unit::places", of_unit::places);
// A managed one the host names as its own, once CUDA runs.
// RUN: %detrain rewrite --diff %s -- nvcc -DVARIABLE=__managed__ | FileCheck %s --check-prefix=MANAGED
// MANAGED: detrain_gpu_wait_for_all(); detrain_register_managed("::count", []() -> const volatile void* { return &count; }, sizeof count);
// One that its function alone can name has no place for the runtime.
// RUN: sh -c '%detrain rewrite --diff %s -- nvcc -DLOCAL; test $? -eq 4' 2>&1 | FileCheck %s --check-prefix=LOCAL
// LOCAL: cuda.cu:[[#@LINE+9]]:{{.*}} error: '{{.*}}calls' is a variable of the device that lives from step to step, and only its function can name
#ifdef VARIABLE
VARIABLE float count;
namespace of_unit {
static VARIABLE float* places[2];
}
#endif
__global__ void update(float* w, float* sum, int n) {
#ifdef LOCAL
  static __device__ int calls;
  w[0] += calls++;
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    w[i] *= 0.9f;
    atomicAdd(sum, w[i]);
#ifdef VARIABLE
    if (i == 0)
      w[0] += count++;
    if (i == 0 && of_unit::places[0] != nullptr)
      w[1] += *of_unit::places[0];
    of_unit::places[0] = w + n / 2;
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
