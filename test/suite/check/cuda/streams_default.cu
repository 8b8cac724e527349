// The default stream waits for streams that block, and not for others. Twins: streams that block; a host that waits or
// asks until the work is done; a handle of cuBLAS on the same stream.
// LIBRARIES: -lcublas
// KIND: gpu
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
__global__ void Add(float *w, const float *g, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  w[i] += 0.1f * g[i];
}
__global__ void Scale(float *w, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] *= by;
}
void Launch(float *w, float by, int n, cudaStream_t stream = 0) { Scale<<<(n + 127) / 128, 128, 0, stream>>>(w, by, n); }  // site: quiet
int main() {
  const int n = 2048;
  const size_t bytes = n * sizeof(float);
  float *w, *g, *a, *b, *sum;
  cudaMalloc(&w, bytes);
  cudaMalloc(&g, bytes);
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&sum, bytes);
  cudaMemset(w, 0, bytes);
  cudaMemset(g, 1, bytes);
  cudaMemset(a, 1, bytes);
  cudaMemset(b, 1, bytes);
  cudaMemset(sum, 0, bytes);
  cudaDeviceSynchronize();
  cudaStream_t side, polled, products;
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  // twin: cudaStreamCreate(&side);
  cudaStreamCreateWithFlags(&polled, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&products, cudaStreamNonBlocking);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, products);
  float host[2048];
  for (int step = 0; step < 8; step++) {
    Add<<<n / 128, 128, 0, side>>>(w, g, n);  // site: data-race error state @1 | twin: quiet
    Launch(g, 0.9f, n, side);
    Scale<<<n / 128, 128>>>(w, 0.99f, n);  // site: data-race error state @1 | twin: quiet
  }
  for (int step = 0; step < 8; step++) {
    Scale<<<n / 128, 128, 0, polled>>>(a, 0.99f, n);  // site: data-race error state @2 | twin: quiet
    if (step < 0) return 1;
    // twin: while (cudaStreamQuery(polled) == cudaErrorNotReady);
    cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost);  // site: data-race error state @2 | twin: quiet
    for (int i = 0; i < n; i++) host[i] += 1;
    cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);  // site: quiet
    cudaDeviceSynchronize();
  }
  for (int step = 0; step < 8; step++) {
    const float rate = 0.5f;
    cublasSaxpy(handle, n, &rate, b, 1, sum, 1);  // site: data-race error state @3 | twin: quiet
    Scale<<<n / 128, 128, 0, polled>>>(sum, 0.99f, n);  // site: data-race error state @3 | twin: quiet
    // twin: Scale<<<n / 128, 128, 0, products>>>(sum, 0.99f, n);  // site: quiet
  }
  cudaDeviceSynchronize();
  float first[2];
  cudaMemcpy(first, w, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(first + 1, sum, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%.9g %.9g %.9g\n", first[0], first[1], host[3]);
}
