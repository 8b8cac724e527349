// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cublasLt.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "library.h"
#include "product.h"
#include "stream.h"

using namespace detrain::cudahost;

struct cublasLtContext {};
struct cublasLtMatmulPreferenceOpaque_t {};
struct cublasLtMatmulDescOpaque_t {
  cublasComputeType_t compute;
  cudaDataType scale;
  cublasOperation_t opa = CUBLAS_OP_N, opb = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  void* bias = nullptr;
  int bias_type = -1;  // that of d
  void* aux = nullptr;
  std::int64_t aux_ld = 0;
};
struct cublasLtMatrixLayoutOpaque_t {
  cudaDataType type;
  std::int64_t rows, columns, ld;
  std::int32_t batches = 1;
  std::int64_t stride = 0;
};

namespace {

constexpr int kRelu = 2, kBias = 4, kGelu = 32, kAux = 128;

template <class T>
bool Read(T* to, const void* value, std::size_t size) {
  if (size != sizeof(T))
    return false;
  std::memcpy(to, value, sizeof(T));
  return true;
}

// GELU by tanh (Hendrycks, Gimpel 2016), as cuBLASLt's.
float Gelu(float x) {
  return 0.5F * x * (1 + std::tanh(0.7978845608F * (x + 0.044715F * x * x * x)));
}

float GeluGradient(float x) {
  const float inner = 0.7978845608F * (x + 0.044715F * x * x * x), t = std::tanh(inner);
  return 0.5F * (1 + t) + 0.5F * x * (1 - t * t) * 0.7978845608F * (1 + 3 * 0.044715F * x * x);
}

// What follows a product, element by element of a matrix of d's shape.
struct Epilogue {
  int kind;
  Matrix bias, aux;

  float Value(std::int64_t r, std::int64_t c, float x) const {
    if (kind == CUBLASLT_EPILOGUE_DGELU)
      return x * GeluGradient(static_cast<float>(LoadElement(aux, c * aux.ld + r)));
    if ((kind & kBias) != 0)
      x += static_cast<float>(LoadElement(bias, r));
    if ((kind & kAux) != 0)
      StoreElement(aux, c * aux.ld + r, x);
    if ((kind & kGelu) != 0)
      return Gelu(x);
    return (kind & kRelu) != 0 && x < 0 ? 0 : x;
  }
};

bool IsSupportedEpilogue(cublasLtEpilogue_t epilogue) {
  const int known = kRelu | kBias | kGelu | kAux | CUBLASLT_EPILOGUE_DEFAULT;
  return epilogue == CUBLASLT_EPILOGUE_DGELU || (epilogue & ~known) == 0;
}

Matrix Of(const void* data, const cublasLtMatrixLayoutOpaque_t& layout) {
  return {const_cast<void*>(data), layout.type, layout.ld, layout.stride};
}

Product ProductOf(const cublasLtMatmulDescOpaque_t& desc, const cublasLtMatrixLayoutOpaque_t& a,
                  const cublasLtMatrixLayoutOpaque_t& d) {
  const std::int64_t k = desc.opa == CUBLAS_OP_N ? a.columns : a.rows;
  return {desc.opa != CUBLAS_OP_N, desc.opb != CUBLAS_OP_N, d.rows, d.columns, k, d.batches, 0, 0, {}, {}, {}, {}};
}

bool IsSupportedCall(const cublasLtMatmulDescOpaque_t& desc, const cublasLtMatrixLayoutOpaque_t& a,
                     const cublasLtMatrixLayoutOpaque_t& b, const cublasLtMatrixLayoutOpaque_t& c,
                     const cublasLtMatrixLayoutOpaque_t& d) {
  Product product = ProductOf(desc, a, d);
  product.a = Of(nullptr, a);
  product.b = Of(nullptr, b);
  product.c = Of(nullptr, c);
  product.d = Of(nullptr, d);
  return IsSupported(product) && IsSupportedEpilogue(desc.epilogue) && desc.scale == CUDA_R_32F;
}

}  // namespace

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  *handle = new cublasLtContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  FinishAll();
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* desc, cublasComputeType_t compute, cudaDataType scale) {
  *desc = new cublasLtMatmulDescOpaque_t{compute, scale};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) {
  delete desc;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, std::size_t size) {
  bool good = false;
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
      good = Read(&desc->compute, value, size);
      break;
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
      good = Read(&desc->scale, value, size);
      break;
    case CUBLASLT_MATMUL_DESC_TRANSA:
      good = Read(&desc->opa, value, size);
      break;
    case CUBLASLT_MATMUL_DESC_TRANSB:
      good = Read(&desc->opb, value, size);
      break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      good = Read(&desc->epilogue, value, size);
      break;
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      good = Read(&desc->bias, value, size);
      break;
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      good = Read(&desc->bias_type, value, size);
      break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
      good = Read(&desc->aux, value, size);
      break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
      good = Read(&desc->aux_ld, value, size);
      break;
    default:
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  return good ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, std::uint64_t rows,
                                          std::uint64_t columns, std::int64_t ld) {
  *layout =
      new cublasLtMatrixLayoutOpaque_t{type, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), ld};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete layout;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void* value,
                                                std::size_t size) {
  if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
    return Read(&layout->batches, value, size) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
  if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
    return Read(&layout->stride, value, size) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  *preference = new cublasLtMatmulPreferenceOpaque_t;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete preference;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t,
                                                    const void*, std::size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a,
                                              cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                                              cublasLtMatrixLayout_t d, cublasLtMatmulPreference_t, int asked,
                                              cublasLtMatmulHeuristicResult_t* results, int* found) {
  *found = asked > 0 && IsSupportedCall(*desc, *a, *b, *c, *d) ? 1 : 0;
  if (*found == 1)
    results[0] = {};
  return *found == 1 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t desc, const void* alpha, const void* a,
                              cublasLtMatrixLayout_t layout_a, const void* b, cublasLtMatrixLayout_t layout_b,
                              const void* beta, const void* c, cublasLtMatrixLayout_t layout_c, void* d,
                              cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t*, void*, std::size_t,
                              cudaStream_t stream) {
  if (!IsSupportedCall(*desc, *layout_a, *layout_b, *layout_c, *layout_d))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  Product product = ProductOf(*desc, *layout_a, *layout_d);
  product.alpha = *static_cast<const float*>(alpha);
  product.beta = *static_cast<const float*>(beta);
  product.a = Of(a, *layout_a);
  product.b = Of(b, *layout_b);
  product.c = Of(c, *layout_c);
  product.d = Of(d, *layout_d);
  const bool plain = desc->epilogue == CUBLASLT_EPILOGUE_DEFAULT;
  if (!plain && product.batches != 1)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const cudaDataType bias_type = desc->bias_type < 0 ? product.d.type : static_cast<cudaDataType>(desc->bias_type);
  const Epilogue epilogue{desc->epilogue, {desc->bias, bias_type, 0, 0}, {desc->aux, product.d.type, desc->aux_ld, 0}};
  const Inside inside;
  const bool known = Enqueue(stream, [=] {
    if (plain)
      return Multiply(product);
    // Rounded once, at the end: the product itself stays in float.
    std::vector<float> sums(static_cast<std::size_t>(product.m * product.n));
    Product inner = product;
    inner.d = {sums.data(), CUDA_R_32F, product.m, 0};
    Multiply(inner);
    for (std::int64_t col = 0; col < product.n; ++col)
      for (std::int64_t row = 0; row < product.m; ++row)
        StoreElement(product.d, col * product.d.ld + row,
                     epilogue.Value(row, col, sums[static_cast<std::size_t>(col * product.m + row)]));
  });
  return known ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // extern "C"
