// A wrapper gives its handle of cuBLAS the same workspace for each layer's stream, so that two products write there at
// once. Twin: a part of the workspace for each layer.
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
const size_t kBytes = 1 << 22;
class Blas {
 public:
  Blas() {
    cublasCreate(&handle_);
    cudaMalloc(&workspace_, 2 * kBytes);
  }
  void Multiply(const float *a, const float *b, float *c, int n, cudaStream_t stream, int layer) {
    const float one = 1, zero = 0;
    cublasSetStream(handle_, stream);
    cublasSetWorkspace(handle_, workspace_, kBytes);
    // twin: cublasSetWorkspace(handle_, workspace_ + layer * kBytes, kBytes);
    cublasSgemm(handle_, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);  // site: nondet-library error state | twin: quiet
  }

 private:
  cublasHandle_t handle_;
  char *workspace_ = nullptr;
};
struct Layer {
  float *w, *g;
  cudaStream_t stream;
};
int main() {
  const int n = 128, size = n * n;
  std::vector<float> host(size);
  for (int i = 0; i < size; i++) host[i] = static_cast<float>(i * 17 % 103) / 103;
  float *x;
  cudaMalloc(&x, size * sizeof(float));
  cudaMemcpy(x, host.data(), size * sizeof(float), cudaMemcpyHostToDevice);
  Blas blas;
  Layer layers[2];
  for (Layer &layer : layers) {
    cudaMalloc(&layer.w, size * sizeof(float));
    cudaMalloc(&layer.g, size * sizeof(float));
    cudaMemcpy(layer.w, host.data(), size * sizeof(float), cudaMemcpyHostToDevice);
    cudaStreamCreateWithFlags(&layer.stream, cudaStreamNonBlocking);
  }
  for (int step = 0; step < 20; step++) {
    for (int l = 0; l < 2; l++) {
      blas.Multiply(layers[l].w, x, layers[l].g, n, layers[l].stream, l);
      Descend<<<size / 256, 256, 0, layers[l].stream>>>(layers[l].w, layers[l].g, size);
    }
    cudaDeviceSynchronize();
  }
  for (Layer &layer : layers) {
    cudaMemcpy(host.data(), layer.w, size * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%.9g %.9g\n", host[1], host[n]);
  }
}
