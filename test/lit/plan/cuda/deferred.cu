// What a call does that was told before what to do: it may read and write all memory of the program, and is named.
// A graph's launch reaches the buffers that were captured, which nothing leads to from its handle.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan deferred.cu | FileCheck %s
// CHECK: Saved at each checkpoint
// CHECK-DAG: {{^ +}}w {{.*}} carried
// CHECK-DAG: {{^ +}}a {{.*}} carried
// CHECK: Assumptions
// CHECK: cudaGraphLaunch ({{.*}}deferred.cu:[[#@LINE+45]], opaque)

// A bias may stand in the description of a product.
// RUN: cd %S && %detrain plan deferred.cu -- nvcc -DPRODUCT | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: Saved at each checkpoint
// PRODUCT-DAG: {{^ +}}w {{.*}} carried
// PRODUCT-DAG: {{^ +}}a {{.*}} carried
// PRODUCT: cublasLtMatmul ({{.*}}deferred.cu:[[#@LINE+36]], opaque)
#include <cublasLt.h>

#include <cstdio>

__global__ void update(float* w, float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    w[i] += a[i];
    a[i] = w[i] * 0.5f;
  }
}

int main() {
  const int n = 1024;
  float *w, *a, h[n], loss = 0;
  cudaMalloc(&w, n * sizeof(float));
  cudaMalloc(&a, n * sizeof(float));
  cudaMemset(w, 0, n * sizeof(float));
  cudaMemset(a, 1, n * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
#ifdef PRODUCT
  cublasLtMatmulDesc_t description;
  cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &a, sizeof a);
#else
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  update<<<(n + 255) / 256, 256, 0, stream>>>(w, a, n);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
#endif
  for (int step = 0; step < 10; step++) {
#ifdef PRODUCT
    cublasLtMatmul(nullptr, description, h, w, nullptr, w, nullptr, h, w, nullptr, w, nullptr, nullptr, nullptr, 0, stream);
#else
    cudaGraphLaunch(exec, stream);
#endif
    cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost);
    loss = 0.9f * loss + h[0];
  }
  printf("%f\n", loss);
}
