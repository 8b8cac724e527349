// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuBLAS's functions of vectors, and of matrices element by element: each result is one loop in the order of the
// elements.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "cublas.h"

using namespace detrain::cudahost;

namespace {

// A vector of n elements: a negative increment counts from the end.
template <class T>
struct Strided {
  T* data;
  std::int64_t n, increment;
  T& operator[](std::int64_t i) const { return data[increment >= 0 ? i * increment : (i - n + 1) * increment]; }
};

template <class T>
cublasStatus_t Axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const LateScalar<T> factor(handle, alpha);
  const Strided<const T> from{x, n, incx};
  const Strided<T> to{y, n, incy};
  return OnStream(handle, [=] {
    for (std::int64_t i = 0; i < n; ++i)
      to[i] += factor.Get() * from[i];
  });
}

template <class T>
cublasStatus_t Scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const LateScalar<T> factor(handle, alpha);
  const Strided<T> to{x, n, incx};
  return OnStream(handle, [=] {
    for (std::int64_t i = 0; i < n; ++i)
      to[i] *= factor.Get();
  });
}

template <class T>
cublasStatus_t CopyVector(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const Strided<const T> from{x, n, incx};
  const Strided<T> to{y, n, incy};
  return OnStream(handle, [=] {
    for (std::int64_t i = 0; i < n; ++i)
      to[i] = from[i];
  });
}

// One number from a vector; where it goes to the host, it is there when the call returns.
template <class R, class Find>
cublasStatus_t Reduce(cublasHandle_t handle, R* result, Find find) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const cublasStatus_t status = OnStream(handle, [=] { *result = find(); });
  if (status == CUBLAS_STATUS_SUCCESS && handle->mode == CUBLAS_POINTER_MODE_HOST)
    Finish(handle->stream);
  return status;
}

template <class T>
cublasStatus_t Dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) {
  const Strided<const T> a{x, n, incx}, b{y, n, incy};
  return Reduce(handle, result, [=] {
    T sum = 0;
    for (std::int64_t i = 0; i < n; ++i)
      sum += a[i] * b[i];
    return sum;
  });
}

template <class T>
cublasStatus_t Norm(cublasHandle_t handle, int n, const T* x, int incx, T* result) {
  const Strided<const T> a{x, n, incx};
  return Reduce(handle, result, [=] {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i)
      sum += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    return static_cast<T>(std::sqrt(sum));
  });
}

template <class T>
cublasStatus_t SumOfSizes(cublasHandle_t handle, int n, const T* x, int incx, T* result) {
  const Strided<const T> a{x, n, incx};
  return Reduce(handle, result, [=] {
    T sum = 0;
    for (std::int64_t i = 0; i < n; ++i)
      sum += std::fabs(a[i]);
    return sum;
  });
}

// The first of the largest, or of the smallest, counted from 1; 0 where there is none.
template <class T>
cublasStatus_t Extreme(cublasHandle_t handle, int n, const T* x, int incx, int* result, bool is_largest) {
  const Strided<const T> a{x, n, incx};
  return Reduce(handle, result, [=] {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < n; ++i) {
      const T size = std::fabs(a[i]), least = std::fabs(a[best]);
      if (is_largest ? size > least : size < least)
        best = i;
    }
    return n > 0 ? static_cast<int>(best) + 1 : 0;
  });
}

template <class T>
cublasStatus_t Gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha, const T* a, int lda,
                    const T* x, int incx, const T* beta, T* y, int incy) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool is_as_it_is = op == CUBLAS_OP_N;
  const std::int64_t rows = is_as_it_is ? m : n, inner = is_as_it_is ? n : m, ld = lda;
  const LateScalar<T> of_product(handle, alpha), of_old(handle, beta);
  const Strided<const T> from{x, inner, incx};
  const Strided<T> to{y, rows, incy};
  return OnStream(handle, [=] {
    for (std::int64_t i = 0; i < rows; ++i) {
      T sum = 0;
      for (std::int64_t k = 0; k < inner; ++k)
        sum += (is_as_it_is ? a[i + k * ld] : a[k + i * ld]) * from[k];
      const T old = of_old.Get() == T(0) ? T(0) : of_old.Get() * to[i];
      to[i] = of_product.Get() * sum + old;
    }
  });
}

template <class T>
cublasStatus_t Ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy,
                   T* a, int lda) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const LateScalar<T> factor(handle, alpha);
  const Strided<const T> left{x, m, incx}, right{y, n, incy};
  return OnStream(handle, [=] {
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i)
        a[i + j * lda] += factor.Get() * left[i] * right[j];
  });
}

template <class T>
cublasStatus_t Geam(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const T* alpha,
                    const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const LateScalar<T> of_a(handle, alpha), of_b(handle, beta);
  const auto part = [=](T factor, const T* from, cublasOperation_t op, std::int64_t ld, std::int64_t i,
                        std::int64_t j) {
    return factor == T(0) ? T(0) : factor * (op == CUBLAS_OP_N ? from[i + j * ld] : from[j + i * ld]);
  };
  return OnStream(handle, [=] {
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i)
        c[i + j * ldc] = part(of_a.Get(), a, opa, lda, i, j) + part(of_b.Get(), b, opb, ldb, i, j);
  });
}

template <class T>
cublasStatus_t Dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x,
                    int incx, T* c, int ldc) {
  if (handle == nullptr)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  const Strided<const T> diagonal{x, side == CUBLAS_SIDE_LEFT ? m : n, incx};
  return OnStream(handle, [=] {
    for (std::int64_t j = 0; j < n; ++j)
      for (std::int64_t i = 0; i < m; ++i)
        c[i + j * ldc] = a[i + j * lda] * diagonal[side == CUBLAS_SIDE_LEFT ? i : j];
  });
}

cublasStatus_t CopyMatrix(int rows, int columns, int size, const void* from, int ld_from, void* to, int ld_to,
                          cudaMemcpyKind kind) {
  const auto width = static_cast<std::size_t>(rows) * static_cast<std::size_t>(size);
  const auto pitch = [&](int ld) { return static_cast<std::size_t>(ld) * static_cast<std::size_t>(size); };
  const cudaError_t error =
      cudaMemcpy2D(to, pitch(ld_to), from, pitch(ld_from), width, static_cast<std::size_t>(columns), kind);
  return Status(error == cudaSuccess, CUBLAS_STATUS_MAPPING_ERROR);
}

}  // namespace

extern "C" {

#define DETRAIN_CUDAHOST_VECTOR_FUNCTIONS(S, T)                                                                        \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) { \
    return Axpy(handle, n, alpha, x, incx, y, incy);                                                                   \
  }                                                                                                                    \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {                       \
    return Scal(handle, n, alpha, x, incx);                                                                            \
  }                                                                                                                    \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {                 \
    return CopyVector(handle, n, x, incx, y, incy);                                                                    \
  }                                                                                                                    \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) { \
    return Dot(handle, n, x, incx, y, incy, result);                                                                   \
  }                                                                                                                    \
  cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T* x, int incx, T* result) {                      \
    return Norm(handle, n, x, incx, result);                                                                           \
  }                                                                                                                    \
  cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T* x, int incx, T* result) {                      \
    return SumOfSizes(handle, n, x, incx, result);                                                                     \
  }                                                                                                                    \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,            \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {           \
    return Gemv(handle, op, m, n, alpha, a, lda, x, incx, beta, y, incy);                                              \
  }                                                                                                                    \
  cublasStatus_t cublas##S##ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, \
                                int incy, T* a, int lda) {                                                             \
    return Ger(handle, m, n, alpha, x, incx, y, incy, a, lda);                                                         \
  }                                                                                                                    \
  cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,    \
                                 const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c,        \
                                 int ldc) {                                                                            \
    return Geam(handle, opa, opb, m, n, alpha, a, lda, beta, b, ldb, c, ldc);                                          \
  }                                                                                                                    \
  cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda,      \
                                 const T* x, int incx, T* c, int ldc) {                                                \
    return Dgmm(handle, side, m, n, a, lda, x, incx, c, ldc);                                                          \
  }

DETRAIN_CUDAHOST_VECTOR_FUNCTIONS(S, float)
DETRAIN_CUDAHOST_VECTOR_FUNCTIONS(D, double)

cublasStatus_t cublasIsamax(cublasHandle_t handle, int n, const float* x, int incx, int* result) {
  return Extreme(handle, n, x, incx, result, true);
}
cublasStatus_t cublasIdamax(cublasHandle_t handle, int n, const double* x, int incx, int* result) {
  return Extreme(handle, n, x, incx, result, true);
}
cublasStatus_t cublasIsamin(cublasHandle_t handle, int n, const float* x, int incx, int* result) {
  return Extreme(handle, n, x, incx, result, false);
}
cublasStatus_t cublasIdamin(cublasHandle_t handle, int n, const double* x, int incx, int* result) {
  return Extreme(handle, n, x, incx, result, false);
}

cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return CopyMatrix(1, n, size, x, incx, y, incy, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return CopyMatrix(1, n, size, x, incx, y, incy, cudaMemcpyDeviceToHost);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return CopyMatrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return CopyMatrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyDeviceToHost);
}

}  // extern "C"
