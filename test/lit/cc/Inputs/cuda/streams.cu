// Memory of each kind, one block of it made by the first step; two streams with an event between.
#include <cstdio>
#include <cstdlib>
__global__ void step_kernel(float* w, const float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) w[i] = 0.9f * w[i] + x[i]; }
int main() {
  const int n = 64;
  float *w = nullptr, *x, *host, *m;
  cudaStream_t a, b;
  cudaEvent_t ready;
  cudaStreamCreate(&a); cudaStreamCreate(&b); cudaEventCreate(&ready);
  cudaMalloc(&x, n * sizeof(float));
  cudaMallocHost(&host, n * sizeof(float));
  cudaMallocManaged(&m, n * sizeof(float));
  for (int i = 0; i < n; i++) m[i] = i;
  unsigned r = 1;
  for (int step = 0; step < 6; step++) {
    if (w == nullptr) { cudaMalloc(&w, n * sizeof(float)); cudaMemset(w, 0, n * sizeof(float)); }
    for (int i = 0; i < n; i++) { r = r * 1664525u + 1013904223u; host[i] = r / 4294967296.0f; }
    cudaMemcpyAsync(x, host, n * sizeof(float), cudaMemcpyHostToDevice, a);
    cudaEventRecord(ready, a);
    cudaStreamWaitEvent(b, ready, 0);
    step_kernel<<<2, 32, 0, b>>>(w, x, n);
    cudaStreamSynchronize(b);
    m[0] += 1;
    step_kernel<<<2, 32, 0, b>>>(m, x, n);
    cudaStreamSynchronize(b);
    printf("%d %g\n", step, m[3]);
  }
  float out[64];
  cudaMemcpy(out, w, sizeof out, cudaMemcpyDeviceToHost);
  printf("%g\n", out[5]);
}
