// Launches and dynamic shared memory in C++ for the CPU, and the step boundary in the same text; lines stay.
// REQUIRES: nvcc
// RUN: %detrain rewrite --cuda=host --diff %s >%t.diff && FileCheck %s <%t.diff
// A pack is handed on as one. That a launch is loops of threads makes none of them the step loop.
// CHECK: +#include "cuda_host.{{detrain}}.h"
// CHECK: +  unsigned char * const bytes = static_cast<unsigned char *>(::detrain::cudahost::DynamicShared());
// CHECK: +  __shared__  float tile[4];
// CHECK: +   __shared__ float third[4];
// CHECK: +  detrain::cudahost::Launch((n + 63) / 64, 64, 0, nullptr, [=, detrain_args = std::make_tuple(args...)] { std::apply([&](auto... detrain_a) { kernel(detrain_a...); }, detrain_args); });
// CHECK: +    detrain::cudahost::Launch(dim3{2, 2}, 64, 64 * sizeof(float), nullptr, [=, detrain_a0 = w, detrain_a1 = (decltype(nullptr))NULL, detrain_a2 = 100] { update<float>(detrain_a0, detrain_a1, detrain_a2); });
// CHECK: +    detrain::cudahost::Launch(1,
// CHECK-NEXT: +       64, 0, nullptr, [=
// CHECK-NEXT: +] { idle(); });
// CHECK: +++ b/{{.*}}cuda_host.detrain.h
// CHECK: +#include <cuda_runtime.h>

// What has no such form is said, with its line.
// RUN: sh -c '%detrain rewrite --cuda=host --diff %s -- -DMACRO; test $? -eq 4' 2>&1 | FileCheck %s --check-prefix=MACRO
// MACRO: cuda_host.cu:[[#@LINE+30]]:5: error: the launch comes out of a macro; write it out
// RUN: sh -c '%detrain rewrite --cuda=host --diff %s -- -DGLOBAL; test $? -eq 4' 2>&1 | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: cuda_host.cu:[[#@LINE+2]]:{{.*}}: error: dynamic shared memory 'everywhere' has no form on the CPU; write `extern __shared__ TYPE NAME[];` alone
#ifdef GLOBAL
extern __shared__ float everywhere[], nowhere[];
#endif
template <typename T>
__global__ void update(T* w, const T* g, int n) {
  extern __shared__ __align__(16) unsigned char bytes[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] += g == nullptr ? 1 : g[i];
}
__global__ void idle() {
  __shared__ alignas(16) float tile[4];
  alignas(16) __shared__ float other[4];
  static __shared__ float third[4];
  tile[0] = other[0] = 0;
}
template <typename... T>
void launch(int n, void (*kernel)(T...), T... args) {
  kernel<<<(n + 63) / 64, 64>>>(args...);
}
#define TWICE(k) k<<<1, 1>>>(), k<<<1, 1>>>()
int main() {
  float* w;
  cudaMalloc(&w, 400);
  for (int step = 0; step < 3; step++) {
    update<float><<<dim3{2, 2}, 64, 64 * sizeof(float)>>>(w, NULL, 100);
#ifdef MACRO
    TWICE(idle);
#endif
    idle<<<1,
       64>> >
        ();
    launch(100, update<float>, w, (const float*)0, 100);
  }
}
