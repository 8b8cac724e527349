// A product is copied to locked pages on a stream that nobody waits for, and the host adds it up, as reported in
// votca/xtp#391. Twin: the host waits for the stream.
// LIBRARIES: -lcublas
// OBSERVE: none
// KIND: gpu
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
struct Pipeline {
  cublasHandle_t handle;
  cudaStream_t stream;
  Pipeline() {
    cublasCreate(&handle);
    cudaStreamCreate(&stream);
    cublasSetStream(handle, stream);
  }
  void Multiply(const double *a, const double *b, double *c, double *host, int n) {
    const double one = 1, zero = 0;
    cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);
    cudaMemcpyAsync(host, c, static_cast<size_t>(n) * n * sizeof(double), cudaMemcpyDeviceToHost, stream);
    if (n < 1) return;
    // twin: cudaStreamSynchronize(stream);
  }
};
int main() {
  const int n = 64;
  const size_t bytes = n * n * sizeof(double);
  Pipeline pipeline;
  double *a, *b, *c, *host, energy = 0;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMallocHost(&host, bytes);
  static double start[n * n];
  for (int i = 0; i < n * n; i++) start[i] = static_cast<double>(i % 11) / 11;
  cudaMemcpy(a, start, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, start, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < 10; step++) {
    pipeline.Multiply(a, b, c, host, n);
    for (int i = 0; i < n; i++) energy = 0.9 * energy + host[i * n + i];  // site: data-race error state | twin: quiet
  }
  std::printf("%.17g\n", energy);
}
