// cuBLASLt's products: which elements one writes, and what else it reads and writes, its description and its layouts say.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan products_described.cu > %t 2> %t.notes && FileCheck %s < %t && count 0 < %t.notes
// CHECK: bitwise
// CHECK: Saved at each checkpoint
// CHECK-DAG: {{^ +}}w {{.*}} carried
// CHECK-DAG: {{^ +}}bias {{.*}} carried
// Where beta is one, what stood there is read.
// CHECK-DAG: {{^ +}}sum {{.*}} carried
// Columns with a gap between them: the gap is not written.
// CHECK-DAG: {{^ +}}apart {{.*}} carried
// CHECK: Left out
// CHECK-DAG: {{^ +}}x {{.*}} invariant
// CHECK-DAG: {{^ +}}out {{.*}} dead
// What the epilogue keeps for the gradient, and the gradient of the bias.
// CHECK-DAG: {{^ +}}kept {{.*}} dead
// CHECK-DAG: {{^ +}}dbias {{.*}} dead
// CHECK-DAG: {{^ +}}batched {{.*}} dead
// CHECK-NOT: opaque
#include <cublasLt.h>

#include <cstdint>
#include <cstdio>

struct Product {
  const float *a, *b;
  float* out;
  int m, n, k;
  float* bias = nullptr;
  float* kept = nullptr;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  int stride = 0;
  int batches = 0;
  bool accumulates = false;
};

void multiply(cublasLtHandle_t handle, const Product& p) {
  cublasLtMatmulDesc_t description;
  cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE, &p.epilogue, sizeof p.epilogue);
  if (p.bias != nullptr)
    cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &p.bias, sizeof p.bias);
  if (p.kept != nullptr) {
    const int64_t rows = p.m;
    cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &p.kept, sizeof p.kept);
    cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &rows, sizeof rows);
  }
  cublasLtMatrixLayout_t a, b, d;
  cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, p.m, p.k, p.m);
  cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, p.k, p.n, p.k);
  cublasLtMatrixLayoutCreate(&d, CUDA_R_32F, p.m, p.n, p.stride != 0 ? p.stride : p.m);
  if (p.batches != 0) {
    const int64_t distance = p.m * p.n;
    cublasLtMatrixLayoutSetAttribute(d, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &p.batches, sizeof p.batches);
    cublasLtMatrixLayoutSetAttribute(d, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &distance, sizeof distance);
  }
  const float alpha = 1, beta = p.accumulates ? 1 : 0;
  cublasLtMatmul(handle, description, &alpha, p.a, a, p.b, b, &beta, p.out, d, p.out, d, nullptr, nullptr, 0, nullptr);
  cublasLtMatrixLayoutDestroy(a);
  cublasLtMatrixLayoutDestroy(b);
  cublasLtMatrixLayoutDestroy(d);
  cublasLtMatmulDescDestroy(description);
}

__global__ void update(float* w, const float* g, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] -= 0.1f * g[i];
}

int main() {
  const int n = 64;
  float *w, *x, *out, *kept, *bias, *dbias, *sum, *apart, *batched, h[64];
  cudaMalloc(&w, n * n * sizeof(float));
  cudaMalloc(&x, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  cudaMalloc(&kept, n * n * sizeof(float));
  cudaMalloc(&bias, n * sizeof(float));
  cudaMalloc(&dbias, n * sizeof(float));
  cudaMalloc(&sum, n * n * sizeof(float));
  cudaMalloc(&apart, n * 2 * n * sizeof(float));
  cudaMalloc(&batched, 4 * n * n * sizeof(float));
  cudaMemset(w, 1, n * n * sizeof(float));
  cudaMemset(x, 1, n * n * sizeof(float));
  cudaMemset(bias, 0, n * sizeof(float));
  cudaMemset(sum, 0, n * n * sizeof(float));
  cudaMemset(apart, 0, n * 2 * n * sizeof(float));
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  for (int step = 0; step < 10; step++) {
    multiply(handle, {.a = w, .b = x, .out = out, .m = n, .n = n, .k = n, .bias = bias, .kept = kept,
                      .epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS});
    multiply(handle, {.a = out, .b = kept, .out = batched, .m = n, .n = n, .k = n, .batches = 4});
    multiply(handle, {.a = out, .b = x, .out = sum, .m = n, .n = n, .k = n, .accumulates = true});
    multiply(handle, {.a = out, .b = x, .out = apart, .m = n, .n = n, .k = n, .stride = 2 * n});
    multiply(handle, {.a = batched, .b = x, .out = out, .m = n, .n = n, .k = n, .bias = dbias, .kept = kept,
                      .epilogue = CUBLASLT_EPILOGUE_DGELU_BGRAD});
    update<<<n * n / 64, 64>>>(w, out, n * n);
    update<<<n * n / 64, 64>>>(w, sum, n * n);
    update<<<2 * n * n / 64, 64>>>(w, apart, n * n);
    update<<<1, 64>>>(bias, dbias, n);
    cudaMemcpy(h, w, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
  }
}
