// Launches by functions of CUDA's runtime do what the kernel does, with the arguments that lie in memory.
// RUN: cd %S && for w in 0 1 2 3 4; do %detrain plan launch_calls.cu -- nvcc -std=c++17 -DWAY=$w | FileCheck %s || exit 1; done
// RUN: cd %S && for w in 0 1 2 3 4; do not %detrain check launch_calls.cu -- nvcc -std=c++17 -DWAY=$w 2>&1 | FileCheck %s --check-prefix=SUM || exit 1; done
// RUN: cd %S && %detrain check launch_calls.cu -- nvcc -std=c++17 -DWAY=5 2>&1 | FileCheck %s --check-prefix=POINTER
//
// CHECK: launch_calls.cu:21: this float atomicAdd stays, and its sum hangs on the order of threads:
// CHECK: {{^  }}w {{ *}}f32[], 4 * n bytes, device  carried
// CHECK: {{^  }}g {{ *}}f32[], 4 * n bytes, device  dead
// SUM: launch_calls.cu:21:{{.*}} atomic additions in floating point {{.*}} it reaches 'all.g'
// POINTER: note: a launch through a pointer is not modelled
#include <cstdio>
#include <cstdlib>

struct Buffers { float *w, *g; };
__global__ void clear(Buffers all, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) all.g[i] = 0;
}
__global__ void add(Buffers all, int n, float rate) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&all.g[i % 7], rate * all.w[i]);
}
__global__ void update(Buffers all, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) all.w[i] -= all.g[i];
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  float *w, *g, first;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&g, n * sizeof(float));
  cudaMemset(w, 1, n * sizeof(float));
  Buffers all = {w, g};
  const dim3 grid((n + 255) / 256), block(256);
  float rate = 0.1f;
  for (int step = 0; step < 10; step++) {
#if WAY < 3
    void *of_clear[] = {&all, &n}, *of_add[] = {&all, &n, &rate};
#endif
#if WAY == 0
    cudaLaunchKernel((void *)clear, grid, block, of_clear, 0, 0);
    cudaLaunchKernel((const void *)&add, grid, block, of_add, 0, 0);
#elif WAY == 1
    cudaLaunchKernel(clear, grid, block, of_clear);
    cudaLaunchCooperativeKernel(add, grid, 256, of_add);
#elif WAY == 2
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    cudaLaunchKernelExC(&config, (void *)clear, of_clear);
    cudaLaunchKernelExC(&config, (void *)add, of_add);
#else
    cudaLaunchConfig_t config = {grid, block, 0, 0, nullptr, 0};
    cudaLaunchKernelEx(&config, clear, all, n);
#if WAY == 5
    void (*chosen)(Buffers, int) = argc > 2 ? clear : update;
    cudaLaunchKernelEx(&config, chosen, all, n);
#else
    cudaLaunchKernelEx(&config, add, all, n, WAY == 3 ? 0.1 : rate);
#endif
#endif
    update<<<grid, block>>>(all, n);
  }
  cudaMemcpy(&first, w, sizeof first, cudaMemcpyDeviceToHost);
  printf("%f\n", first);
}
