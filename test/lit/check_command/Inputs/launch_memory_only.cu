#include <cuda_runtime.h>
#include <cstdio>

__global__ void relu(const float* c, int columns) {
  __shared__ float tile[8 * 8];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  for (int i = 0; i < columns / 8; i++) {
    tile[threadIdx.y * 8 + threadIdx.x] = c[row * columns + i * 8 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 8; k++)
      if (tile[threadIdx.y * 8 + k] < 0)
        tile[threadIdx.y * 8 + k] = 0;
  }
}

int main() {
  float *c, first;
  cudaMalloc(&c, 64 * 64 * sizeof(float));
  cudaMemset(c, 1, 64 * 64 * sizeof(float));
  relu<<<dim3(1, 8), dim3(8, 8)>>>(c, 64);
  cudaMemcpy(&first, c, sizeof first, cudaMemcpyDeviceToHost);
  printf("%f\n", first);
}
