// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cublas.h"

#include <cuda_fp16.h>

#include <utility>

#include "product.h"

using namespace detrain::cudahost;

namespace {

Matrix Of(const void* data, cudaDataType type, std::int64_t ld, std::int64_t stride) {
  return {const_cast<void*>(data), type, ld, stride};
}

// Scalars are read when the call is made if they are the host's, when it runs if they are the device's.
double Scalar(const void* at, bool is_double) {
  return is_double ? *static_cast<const double*>(at) : static_cast<double>(*static_cast<const float*>(at));
}

// What one batch after the other is, where arrays in device memory say where their matrices are.
struct Pointers {
  const void *const *a = nullptr, *const *b = nullptr;
  void* const* c = nullptr;
};

void MultiplyEach(Product product, const Pointers& at) {
  const std::int64_t batches = std::exchange(product.batches, 1);
  for (std::int64_t i = 0; i < batches; ++i) {
    product.a.data = const_cast<void*>(at.a[i]);
    product.b.data = const_cast<void*>(at.b[i]);
    product.c.data = product.d.data = at.c[i];
    Multiply(product);
  }
}

// `alpha` and `beta` are doubles or floats.
cublasStatus_t Run(cublasHandle_t handle, Product product, const void* alpha, const void* beta, bool doubles,
                   const Pointers& pointers = {}) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool sizes_are_good = product.m >= 0 && product.n >= 0 && product.k >= 0 && product.batches >= 0;
  if (!sizes_are_good || product.d.ld < product.m || alpha == nullptr || beta == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!IsSupported(product))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool late = handle->mode == CUBLAS_POINTER_MODE_DEVICE;
  if (!late) {
    product.alpha = Scalar(alpha, doubles);
    product.beta = Scalar(beta, doubles);
  }
  const Inside inside;
  const bool known = Enqueue(handle->stream, [=] {
    Product p = product;
    if (late) {
      p.alpha = Scalar(alpha, doubles);
      p.beta = Scalar(beta, doubles);
    }
    pointers.a == nullptr ? Multiply(p) : MultiplyEach(p, pointers);
  });
  return Status(known, CUBLAS_STATUS_EXECUTION_FAILED);
}

}  // namespace

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  FinishAll();
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  *stream = handle->stream;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) {
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace(cublasHandle_t, void*, std::size_t) {
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  handle->mode = mode;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t) {
  return CUBLAS_STATUS_SUCCESS;
}
const char* cublasGetStatusString(cublasStatus_t status) {
  return status == CUBLAS_STATUS_SUCCESS         ? "success"
         : status == CUBLAS_STATUS_NOT_SUPPORTED ? "not supported by the host backend"
                                                 : "error";
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                                          int n, int k, const void* alpha, const void* a, cudaDataType type_a, int lda,
                                          long long stride_a, const void* b, cudaDataType type_b, int ldb,
                                          long long stride_b, const void* beta, void* c, cudaDataType type_c, int ldc,
                                          long long stride_c, int batches, cublasComputeType_t compute,
                                          cublasGemmAlgo_t) {
  if (compute == CUBLAS_COMPUTE_16F)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const Matrix out = Of(c, type_c, ldc, stride_c);
  const Product product{opa != CUBLAS_OP_N,           opb != CUBLAS_OP_N,           m,   n,  k, batches, 0, 0,
                        Of(a, type_a, lda, stride_a), Of(b, type_b, ldb, stride_b), out, out};
  return Run(handle, product, alpha, beta, compute == CUBLAS_COMPUTE_64F);
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType type_a, int lda, const void* b,
                            cudaDataType type_b, int ldb, const void* beta, void* c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, type_a, lda, 0, b, type_b, ldb, 0, beta, c,
                                    type_c, ldc, 0, 1, compute, algorithm);
}

cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                                         int n, int k, const float* alpha, const float* a, int lda, long long stride_a,
                                         const float* b, int ldb, long long stride_b, const float* beta, float* c,
                                         int ldc, long long stride_c, int batches) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_32F, lda, stride_a, b, CUDA_R_32F, ldb,
                                    stride_b, beta, c, CUDA_R_32F, ldc, stride_c, batches, CUBLAS_COMPUTE_32F,
                                    CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasSgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                           const float* alpha, const float* a, int lda, const float* b, int ldb, const float* beta,
                           float* c, int ldc) {
  return cublasSgemmStridedBatched(handle, opa, opb, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
}

cublasStatus_t cublasDgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                           const double* alpha, const double* a, int lda, const double* b, int ldb, const double* beta,
                           double* c, int ldc) {
  return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_64F, lda, b, CUDA_R_64F, ldb, beta, c, CUDA_R_64F,
                      ldc, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                                         int n, int k, const double* alpha, const double* a, int lda,
                                         long long stride_a, const double* b, int ldb, long long stride_b,
                                         const double* beta, double* c, int ldc, long long stride_c, int batches) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_64F, lda, stride_a, b, CUDA_R_64F, ldb,
                                    stride_b, beta, c, CUDA_R_64F, ldc, stride_c, batches, CUBLAS_COMPUTE_64F,
                                    CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                           const __half* alpha, const __half* a, int lda, const __half* b, int ldb, const __half* beta,
                           __half* c, int ldc) {
  if (handle != nullptr && handle->mode == CUBLAS_POINTER_MODE_DEVICE)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (alpha == nullptr || beta == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  const float alpha_now = __half2float(*alpha), beta_now = __half2float(*beta);
  return cublasGemmEx(handle, opa, opb, m, n, k, &alpha_now, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, &beta_now, c,
                      CUDA_R_16F, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                   int k, const void* alpha, const void* const a[], cudaDataType type_a, int lda,
                                   const void* const b[], cudaDataType type_b, int ldb, const void* beta,
                                   void* const c[], cudaDataType type_c, int ldc, int batches,
                                   cublasComputeType_t compute, cublasGemmAlgo_t) {
  if (compute == CUBLAS_COMPUTE_16F)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (a == nullptr || b == nullptr || c == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  const Matrix out = Of(nullptr, type_c, ldc, 0);
  const Product product{opa != CUBLAS_OP_N,          opb != CUBLAS_OP_N,          m,   n,  k, batches, 0, 0,
                        Of(nullptr, type_a, lda, 0), Of(nullptr, type_b, ldb, 0), out, out};
  return Run(handle, product, alpha, beta, compute == CUBLAS_COMPUTE_64F, {a, b, c});
}

cublasStatus_t cublasSgemmBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                  int k, const float* alpha, const float* const a[], int lda, const float* const b[],
                                  int ldb, const float* beta, float* const c[], int ldc, int batches) {
  return cublasGemmBatchedEx(handle, opa, opb, m, n, k, alpha, reinterpret_cast<const void* const*>(a), CUDA_R_32F, lda,
                             reinterpret_cast<const void* const*>(b), CUDA_R_32F, ldb, beta,
                             reinterpret_cast<void* const*>(c), CUDA_R_32F, ldc, batches, CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t cublasDgemmBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                  int k, const double* alpha, const double* const a[], int lda, const double* const b[],
                                  int ldb, const double* beta, double* const c[], int ldc, int batches) {
  return cublasGemmBatchedEx(handle, opa, opb, m, n, k, alpha, reinterpret_cast<const void* const*>(a), CUDA_R_64F, lda,
                             reinterpret_cast<const void* const*>(b), CUDA_R_64F, ldb, beta,
                             reinterpret_cast<void* const*>(c), CUDA_R_64F, ldc, batches, CUBLAS_COMPUTE_64F,
                             CUBLAS_GEMM_DEFAULT);
}

}  // extern "C"
