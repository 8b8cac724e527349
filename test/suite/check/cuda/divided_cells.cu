// Cells that divide take the next free number from an atomic counter, and forces are added in the order of these numbers, as
// reported in germannp/yalla#10. Twin: the number of the daughter follows from that of the mother.
// OBSERVE: none
// KIND: atomics
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Divide(float *x, int *count, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= cells || i % 20 != 0) return;
  const int n = atomicAdd(count, 1);  // site: order-reduction error state @1
  // twin: const int n = cells + i / 20;  // site: quiet
  x[n] = x[i] + 0.25f;  // site: order-reduction error state @1 | twin: quiet
}
__global__ void Move(const float *x, float *moved, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= cells) return;
  float force = 0;
  for (int k = 0; k < cells; k++) force += (x[k] - x[i]) * 1e-3f;
  moved[i] = x[i] + force;
}
int main() {
  const int most = 4096;
  int cells = 256, *count;
  float *x, *moved;
  cudaMalloc(&x, most * sizeof(float));
  cudaMalloc(&moved, most * sizeof(float));
  cudaMalloc(&count, sizeof(int));
  float start[256];
  for (int i = 0; i < cells; i++) start[i] = static_cast<float>(i * 37 % 101);
  cudaMemcpy(x, start, sizeof start, cudaMemcpyHostToDevice);
  for (int step = 0; step < 8; step++) {
    cudaMemcpy(count, &cells, sizeof cells, cudaMemcpyHostToDevice);
    Divide<<<(cells + 127) / 128, 128>>>(x, count, cells);
    cells += (cells + 19) / 20;
    Move<<<(cells + 127) / 128, 128>>>(x, moved, cells);
    cudaMemcpy(x, moved, cells * sizeof(float), cudaMemcpyDeviceToDevice);
  }
  float first;
  cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%d %.9g\n", cells, first);
}
