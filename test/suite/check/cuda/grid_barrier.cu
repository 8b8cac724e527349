// What threads of other blocks write is read without a barrier of the whole grid. Twins: with one, or written elsewhere.
// OBSERVE: none
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void Relax(float *w, float *g, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  int stride = (int)grid.size(), first = (int)grid.thread_rank();
  for (int s = 0; s < steps; s++) {
    for (int i = first; i < n; i += stride) g[i] = 2 * w[i] - (i > 0 ? w[i - 1] : 0) - (i + 1 < n ? w[i + 1] : 1);
    grid.sync();
    for (int i = first; i < n; i += stride) w[i] -= 0.2f * g[i];  // site: data-race error state | twin: quiet
    if (s == steps) return;
    // twin: grid.sync();
  }
}
__global__ void Wave(float *u, float *v, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = i + 1 < n ? 0.5f * (u[i] + u[i + 1]) : 0;
  cg::this_thread_block().sync();
  // twin: cg::sync(grid);
  if (i < n) u[i] = mine;  // site: data-race error state | twin: quiet
  grid.sync();
  if (i < n && i > 0) v[i] += 0.1f * u[i - 1];  // site: quiet
}
__global__ void Blur(float *w, float *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i + 1 >= n) return;
  float mine = 0.5f * (w[i - 1] + w[i + 1]);
  __syncthreads();
  w[i] = mine;  // site: data-race error state
  // twin: next[i] = mine;  // site: quiet
}
__global__ void Centre(float *x, int n) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += x[k];
  __syncthreads();
  // twin: grid.sync();
  if (i < n) x[i] -= sum / static_cast<float>(n);  // site: data-race error state | twin: quiet
}
__global__ void OneBlock(float *w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i + 1 >= n) return;
  float mine = 0.5f * (w[i - 1] + w[i + 1]);
  __syncthreads();
  w[i] = mine;  // site: quiet
}
__global__ void OfBlock(float *w, int n) {
  int t = threadIdx.x;
  float mine = t + 1 < n ? w[blockIdx.x * n + t + 1] : 0;
  __syncthreads();
  w[blockIdx.x * n + t] += 0.1f * mine;  // site: quiet
}
__global__ void InTurn(float *a, float *b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  float *from = a, *to = b;
  for (int s = 0; s < steps; s++) {
    for (unsigned long long i = grid.thread_rank() + 1; i + 1 < n; i += grid.num_threads())
      to[i] = 0.5f * (from[i - 1] + from[i + 1]);  // site: quiet
    grid.sync();
    float *held = from;
    from = to, to = held;
  }
}
__global__ void Own(float *w, float *g, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) g[i] = 0.5f * w[i];  // site: quiet
  for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) w[i] -= g[i];  // site: quiet
}
int main() {
  int n = 1 << 12, steps = 8, columns = 32;
  float *w, *g;
  cudaMallocManaged(&w, n * sizeof(float));
  cudaMallocManaged(&g, n * sizeof(float));
  for (int i = 0; i < n; i++) w[i] = 1.0f / static_cast<float>(i + 1);
  for (int i = 0; i < n; i++) g[i] = 0;
  for (int step = 0; step < 4; step++) {
    void *relax[] = {&w, &g, &n, &steps}, *wave[] = {&w, &g, &n}, *centre[] = {&w, &n};
    cudaLaunchCooperativeKernel((void *)Relax, dim3(16), dim3(128), relax, 0, 0);
    cudaLaunchCooperativeKernel((void *)Wave, dim3(32), dim3(128), wave, 0, 0);
    Blur<<<n / 256, 256>>>(w, g, n);
    cudaLaunchCooperativeKernel((void *)Centre, dim3(32), dim3(128), centre, 0, 0);
    OneBlock<<<1, 256>>>(w, 256);
    OfBlock<<<n / columns, columns>>>(w, columns);
    cudaLaunchCooperativeKernel((void *)InTurn, dim3(16), dim3(128), relax, 0, 0);
    cudaLaunchCooperativeKernel((void *)Own, dim3(16), dim3(128), wave, 0, 0);
    cudaDeviceSynchronize();
  }
  printf("%.9g %.9g\n", w[3], g[7]);
}
