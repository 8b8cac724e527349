// No step loop: kernels that callers launch. Twins: one writer per element, and a count.
#include <cuda_runtime.h>
__global__ void BiasGradient(const float *out, float *bias, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) atomicAdd(&bias[i % columns], out[i]);  // site: float-atomic warning state
  // twin: if (i < rows * columns) bias[i] += out[i];  // site: quiet
}
__global__ void Count(const float *out, float *sum, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, out[i]);  // site: float-atomic warning state
  // twin: if (i < n && out[i] > 0) atomicAdd(count, 1);  // site: quiet
}
__global__ void Alone(float *w, int n) {
  for (int i = 1; i < n; i++) w[0] += w[i];  // site: quiet
}
__global__ void NotAlone(float *w, const float *x, int n) {
  for (int i = 1; i < n; i++) w[0] += x[i + threadIdx.x];  // site: data-race warning state
  // twin: for (int i = 1; i < n; i++) w[threadIdx.x + blockIdx.x * blockDim.x] += x[i + threadIdx.x];  // site: quiet
}
#ifdef RUN
#include <cstdio>
int main() {
  float *out, *bias;
  int *count;
  cudaMallocManaged(&out, 256 * sizeof(float));
  cudaMallocManaged(&bias, 256 * sizeof(float));
  cudaMallocManaged(&count, sizeof(int));
  for (int i = 0; i < 256; i++) out[i] = static_cast<float>(i), bias[i] = 0;
  BiasGradient<<<1, 256>>>(out, bias, 64, 4);
  Count<<<1, 256>>>(out, bias + 5, count, 256);
  cudaDeviceSynchronize();
  std::printf("%.9g\n", bias[1]);
}
#endif
