// Locked pages that the host fills, or reads, while a copy to or from them may still run. Twins: it waits for the stream,
// or for an event. One half is filled while the other is copied; pages that are not locked are copied before the call
// returns.
// OBSERVE: none
// KIND: gpu
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void Fit(float *w, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] += 0.1f * (x[i] - w[i]);
}
__global__ void Norm(const float *w, float *norm, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += w[i] * w[i];
  *norm = sum;
}
__global__ void Scale(float *w, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] *= by;
}
static void Read(float *to, int n, int step) {
  for (int i = 0; i < n; i++) to[i] = static_cast<float>((i * 3 + step * 11) % 59) / 59;
}
int main() {
  const int n = 1 << 16;
  const size_t bytes = n * sizeof(float);
  float *w, *x, *norm, *batch, *host_norm, *halves, *pages = static_cast<float *>(std::malloc(bytes));
  cudaMalloc(&w, bytes);
  cudaMalloc(&x, bytes);
  cudaMalloc(&norm, sizeof(float));
  cudaMallocHost(&batch, bytes);
  cudaHostAlloc(&host_norm, sizeof(float), cudaHostAllocDefault);
  cudaMallocHost(&halves, 2 * bytes);
  cudaMemset(w, 0, bytes);
  cudaStream_t s;
  cudaEvent_t copied;
  cudaStreamCreate(&s);
  cudaEventCreate(&copied);
  for (int step = 0; step < 50; step++) {
    if (step < 0) return 1;
    // twin: cudaStreamSynchronize(s);
    for (int i = 0; i < n; i++) batch[i] = static_cast<float>((i * 7 + step) % 31) / 31;  // site: data-race error state | twin: quiet
    cudaMemcpyAsync(x, batch, bytes, cudaMemcpyHostToDevice, s);
    Fit<<<n / 256, 256, 0, s>>>(w, x, n);
    Norm<<<1, 1, 0, s>>>(w, norm, n);
    cudaMemcpyAsync(host_norm, norm, sizeof(float), cudaMemcpyDeviceToHost, s);
    cudaEventRecord(copied, s);
    if (step < 0) return 1;
    // twin: cudaEventSynchronize(copied);
    float scale = 1.0f / std::fmax(1.0f, std::sqrt(*host_norm));  // site: data-race error state | twin: quiet
    Scale<<<n / 256, 256, 0, s>>>(w, scale, n);
  }
  cudaStreamSynchronize(s);
  for (int step = 0; step < 50; step++) {
    Read(halves + step % 2 * n, n, step);  // site: quiet
    cudaStreamSynchronize(s);
    cudaMemcpyAsync(x, halves + step % 2 * n, bytes, cudaMemcpyHostToDevice, s);
    Fit<<<n / 256, 256, 0, s>>>(w, x, n);
    Read(pages, n, step);  // site: quiet
    cudaMemcpyAsync(x, pages, bytes, cudaMemcpyHostToDevice, s);
    Fit<<<n / 256, 256, 0, s>>>(w, x, n);
  }
  cudaStreamSynchronize(s);
  cudaMemcpy(batch, w, bytes, cudaMemcpyDeviceToHost);
  std::printf("%.9g %.9g\n", batch[1], batch[n / 2]);  // site: quiet
}
