// One handle of cuBLAS gives work to two streams that nobody waits for: the library may pick other ways then, as its
// page on reproducible results says. Twins: the host waits in between; a handle for each stream. A workspace for each.
// LIBRARIES: -lcublas
// OBSERVE: none
// KIND: gpu
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <vector>
__global__ void Descend(float *w, const float *g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] -= 0.001f * g[i];
}
struct Tower {
  float *w, *x, *g;
  cudaStream_t stream;
  cublasHandle_t blas;
};
int main() {
  const int n = 128, size = n * n;
  const float one = 1, zero = 0;
  std::vector<float> host(size);
  for (int i = 0; i < size; i++) host[i] = static_cast<float>(i * 17 % 103) / 103;
  float *a, *b, *x, *ga, *gb;
  cudaMalloc(&a, size * sizeof(float));
  cudaMalloc(&b, size * sizeof(float));
  cudaMalloc(&x, size * sizeof(float));
  cudaMalloc(&ga, size * sizeof(float));
  cudaMalloc(&gb, size * sizeof(float));
  for (float *to : {a, b, x}) cudaMemcpy(to, host.data(), size * sizeof(float), cudaMemcpyHostToDevice);
  cublasHandle_t blas, with_workspace;
  cublasCreate(&blas);
  cublasCreate(&with_workspace);
  cudaStream_t left, right;
  cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
  void *for_left, *for_right;
  cudaMalloc(&for_left, 1 << 22);
  cudaMalloc(&for_right, 1 << 22);
  for (int step = 0; step < 20; step++) {
    cublasSetStream(blas, left);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, x, n, &zero, ga, n);  // site: nondet-library error state | twin: quiet
    Descend<<<size / 256, 256, 0, left>>>(a, ga, size);
    if (step < 0) return 1;
    // twin: cudaStreamSynchronize(left);
    cublasSetStream(blas, right);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, x, n, &zero, gb, n);  // site: nondet-library error state | twin: quiet
    Descend<<<size / 256, 256, 0, right>>>(b, gb, size);
    if (step < 0) return 1;
    // twin: cudaDeviceSynchronize();
  }
  cudaDeviceSynchronize();
  for (int step = 0; step < 20; step++) {
    cublasSetStream(with_workspace, left);
    cublasSetWorkspace(with_workspace, for_left, 1 << 22);
    cublasSgemm(with_workspace, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, x, n, &zero, ga, n);  // site: quiet
    Descend<<<size / 256, 256, 0, left>>>(a, ga, size);
    cublasSetStream(with_workspace, right);
    cublasSetWorkspace(with_workspace, for_right, 1 << 22);
    cublasSgemm(with_workspace, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, x, n, &zero, gb, n);  // site: quiet
    Descend<<<size / 256, 256, 0, right>>>(b, gb, size);
  }
  cudaDeviceSynchronize();
  Tower towers[2];
  for (Tower &t : towers) {
    cudaMalloc(&t.w, size * sizeof(float));
    cudaMalloc(&t.x, size * sizeof(float));
    cudaMalloc(&t.g, size * sizeof(float));
    cudaMemcpy(t.w, host.data(), size * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(t.x, host.data(), size * sizeof(float), cudaMemcpyHostToDevice);
    cudaStreamCreateWithFlags(&t.stream, cudaStreamNonBlocking);
    cublasCreate(&t.blas);
    cublasSetStream(t.blas, t.stream);
  }
  for (int step = 0; step < 20; step++)
    for (Tower &t : towers) {
      cublasSetStream(blas, t.stream);
      // twin: cublasSetStream(t.blas, t.stream);
      cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, t.w, n, t.x, n, &zero, t.g, n);  // site: nondet-library error state
      // twin: cublasSgemm(t.blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, t.w, n, t.x, n, &zero, t.g, n);  // site: quiet
      Descend<<<size / 256, 256, 0, t.stream>>>(t.w, t.g, size);
    }
  cudaDeviceSynchronize();
  for (float *from : {a, b, towers[0].w, towers[1].w}) {
    cudaMemcpy(host.data(), from, size * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%.9g %.9g\n", host[1], host[n]);
  }
}
