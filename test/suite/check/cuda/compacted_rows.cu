// Rows that are still active take the next free place of a list from an atomic counter, a thread for each place moves on
// the row that stands there, and one adds what they give in the list's order. Twin: nobody adds up.
// OBSERVE: none
// KIND: atomics
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Compact(const float *x, int *list, int *count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0.1f) {
    const int place = atomicAdd(count, 1);  // site: order-reduction error state @1 | twin: quiet
    list[place] = i;  // site: order-reduction error state @1 | twin: quiet
  }
}
__global__ void Use(const float *x, float *next, const int *list, const int *count, float *w) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < *count) next[list[k]] = 0.9f * x[list[k]];
  if (k == 0)
    for (int at = 0; at < *count; at++) w[0] += 0.01f * (x[list[at]] - w[0]);
    // twin: w[0] = 0.5f * w[0] + 1;
}
int main() {
  const int n = 1024;
  int *list, *count;
  float *x, *next, *w, start[n];
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&next, n * sizeof(float));
  cudaMalloc(&w, sizeof(float));
  cudaMalloc(&list, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  for (int i = 0; i < n; i++) start[i] = static_cast<float>(i * 37 % 101) / 101;
  cudaMemcpy(x, start, sizeof start, cudaMemcpyHostToDevice);
  cudaMemset(w, 0, sizeof(float));
  cudaMemset(next, 0, n * sizeof(float));
  for (int step = 0; step < 8; step++) {
    cudaMemset(count, 0, sizeof(int));
    Compact<<<n / 128, 128>>>(x, list, count, n);
    Use<<<n / 128, 128>>>(x, next, list, count, w);
    cudaMemcpy(x, next, n * sizeof(float), cudaMemcpyDeviceToDevice);
  }
  float last;
  cudaMemcpy(start, x, sizeof start, cudaMemcpyDeviceToHost);
  cudaMemcpy(&last, w, sizeof last, cudaMemcpyDeviceToHost);
  std::printf("%.9g %.9g\n", start[5], last);
}
