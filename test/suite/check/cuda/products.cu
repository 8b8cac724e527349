// cuBLAS reads the matrix that it writes, in which nothing is yet. Twin: not where beta is zero.
// LIBRARIES: -lcublas
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
static void Product(cublasHandle_t handle, const float *a, const float *b, float *c, int n, float beta) {
  const float alpha = 1;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &alpha, a, n, b, n, &beta, c, n);  // site: uninitialized error state | twin: quiet
}
int main() {
  const int n = 8;
  float *w, *c, host[n * n];
  cublasHandle_t handle;
  cublasCreate(&handle);
  cudaMalloc(&w, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) host[i] = 1.0f / static_cast<float>(i + 9);
  cudaMemcpy(w, host, sizeof host, cudaMemcpyHostToDevice);
  for (int step = 0; step < 4; step++) {
    Product(handle, w, w, c, n, 0.5f);
    // twin: Product(handle, w, w, c, n, 0);
    cudaMemcpy(w, c, n * n * sizeof(float), cudaMemcpyDeviceToDevice);
  }
  cudaMemcpy(host, w, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%.9g\n", host[3]);
}
