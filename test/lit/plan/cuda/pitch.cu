// Rows at the distance that the GPU wants.
// RUN: cd %S && %detrain plan pitch.cu -- nvcc | FileCheck %s
// CHECK: bitwise: proven
// CHECK: {{^  }}rows {{.*}} device  carried
#include <cstdio>

__global__ void scale(float *rows, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float *row = (float *)((char *)rows + y * pitch);
  row[x] = row[x] * 0.5f + 1;
}
int main() {
  const int width = 100, height = 64;
  float host[height][width] = {}, *rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, width * sizeof(float), height);
  cudaMemcpy2D(rows, pitch, host, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  for (int step = 0; step < 10; step++) scale<<<dim3(4, 8), dim3(32, 8)>>>(rows, pitch, width, height);
  cudaMemcpy2D(host, width * sizeof(float), rows, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);
  printf("%f\n", host[3][4]);
}
