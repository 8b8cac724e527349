// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "product.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "condition.h"
#include "kernels/numbers.h"

namespace detrain::cudahost {
namespace {

constexpr std::int64_t kRows = 256, kColumns = 4;

bool IsFormat(cudaDataType type) {
  return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_R_16F || type == CUDA_R_16BF;
}

// op(matrix) as `rows` x `columns`, one column behind the other.
template <class T>
std::vector<T> Pack(const Matrix& matrix, bool transpose, std::int64_t rows, std::int64_t columns,
                    std::int64_t offset) {
  std::vector<T> packed(static_cast<std::size_t>(rows * columns));
  for (std::int64_t c = 0; c < columns; ++c)
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::int64_t at = offset + (transpose ? r * matrix.ld + c : c * matrix.ld + r);
      packed[static_cast<std::size_t>(c * rows + r)] = static_cast<T>(LoadElement(matrix, at));
    }
  return packed;
}

// sums[c][r] = sum over l of a[l][r] * b[c][l], l upward. No fused operations: vectors of any width give the same bits.
template <class T>
__attribute__((always_inline)) inline void TileOf(const T* a, std::int64_t m, const T* b, std::int64_t k,
                                                  std::int64_t rows, std::int64_t columns, T (*sums)[kRows]) {
  for (std::int64_t c = 0; c < columns; ++c)
    std::fill(sums[c], sums[c] + rows, T{0});
  for (std::int64_t l = 0; l < k; ++l)
    for (std::int64_t c = 0; c < columns; ++c) {
      const T factor = b[c * k + l];
      const T* const column = a + l * m;
      T* const out = sums[c];
      for (std::int64_t r = 0; r < rows; ++r)
        out[r] += column[r] * factor;
    }
}

#define DETRAIN_TILE(T)                                                                                               \
  __attribute__((target_clones("avx2", "default"))) void Tile(const T* a, std::int64_t m, const T* b, std::int64_t k, \
                                                              std::int64_t rows, std::int64_t columns,                \
                                                              T(*sums)[kRows]) {                                      \
    TileOf(a, m, b, k, rows, columns, sums);                                                                          \
  }
DETRAIN_TILE(float)
DETRAIN_TILE(double)
#undef DETRAIN_TILE

template <class T>
void Columns(const Product& p, const T* a, const T* b, std::int64_t batch, std::int64_t from, std::int64_t to) {
  T sums[kColumns][kRows];
  const T alpha = static_cast<T>(p.alpha), beta = static_cast<T>(p.beta);
  for (std::int64_t j = from; j < to; j += kColumns)
    for (std::int64_t i = 0; i < p.m; i += kRows) {
      const std::int64_t rows = std::min(kRows, p.m - i), columns = std::min(kColumns, to - j);
      Tile(a + i, p.m, b + j * p.k, p.k, rows, columns, sums);
      for (std::int64_t c = 0; c < columns; ++c)
        for (std::int64_t r = 0; r < rows; ++r) {
          T value = alpha * sums[c][r];
          if (p.beta != 0)  // what is not read may be anything, NaN too
            value += beta * static_cast<T>(LoadElement(p.c, batch * p.c.stride + (j + c) * p.c.ld + i + r));
          StoreElement(p.d, batch * p.d.stride + (j + c) * p.d.ld + i + r, value);
        }
    }
}

template <class T>
void MultiplyBatch(const Product& p, std::int64_t batch, std::int64_t threads) {
  const std::vector<T> a = Pack<T>(p.a, p.transpose_a, p.m, p.k, batch * p.a.stride);
  const std::vector<T> b = Pack<T>(p.b, p.transpose_b, p.k, p.n, batch * p.b.stride);
  RunBeside(static_cast<unsigned>(threads), [&](std::int64_t t) {
    Columns<T>(p, a.data(), b.data(), batch, p.n * t / threads, p.n * (t + 1) / threads);
  });
}

}  // namespace

double LoadElement(const Matrix& matrix, std::int64_t at) {
  switch (matrix.type) {
    case CUDA_R_64F:
      return static_cast<const double*>(matrix.data)[at];
    case CUDA_R_16F:
      return kernels::ToFloat(static_cast<const kernels::Half*>(matrix.data)[at]);
    case CUDA_R_16BF:
      return kernels::ToFloat(static_cast<const kernels::Bf16*>(matrix.data)[at]);
    default:
      return static_cast<const float*>(matrix.data)[at];
  }
}

void StoreElement(const Matrix& matrix, std::int64_t at, double value) {
  switch (matrix.type) {
    case CUDA_R_64F:
      static_cast<double*>(matrix.data)[at] = value;
      return;
    case CUDA_R_16F:
      static_cast<kernels::Half*>(matrix.data)[at] = kernels::Convert<kernels::Half>(value);
      return;
    case CUDA_R_16BF:
      static_cast<kernels::Bf16*>(matrix.data)[at] = kernels::Convert<kernels::Bf16>(value);
      return;
    default:
      static_cast<float*>(matrix.data)[at] = static_cast<float>(value);
  }
}

bool IsSupported(const Product& p) {
  return IsFormat(p.a.type) && IsFormat(p.b.type) && IsFormat(p.c.type) && IsFormat(p.d.type);
}

void Multiply(const Product& p) {
  const auto work = static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
  const auto cores = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  const std::int64_t threads = work < 3e6 ? 1 : std::min(cores, p.n);
  for (std::int64_t batch = 0; batch < p.batches; ++batch) {
    if (p.a.type == CUDA_R_64F)
      MultiplyBatch<double>(p, batch, threads);
    else
      MultiplyBatch<float>(p, batch, threads);
  }
}

}  // namespace detrain::cudahost
