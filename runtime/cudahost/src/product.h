// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cublas_v2.h"

namespace detrain::cudahost {

// A column-major matrix of a format that products take: float, double, half or bf16. `stride`: from batch to batch.
struct Matrix {
  void* data;
  cudaDataType type;
  std::int64_t ld, stride;
};

// d = alpha * op(a) * op(b) + beta * c, for each batch; op(a) is m x k, op(b) k x n. c and d may be the same. Each
// element sums over k from 0 upward in float, or in double where a is double, and is rounded once into d's format; so
// no number of threads shows.
struct Product {
  bool transpose_a, transpose_b;
  std::int64_t m, n, k, batches;
  double alpha, beta;
  Matrix a, b, c, d;
};

bool IsSupported(const Product& product);
void Multiply(const Product& product);

double LoadElement(const Matrix& matrix, std::int64_t at);
void StoreElement(const Matrix& matrix, std::int64_t at, double value);

}  // namespace detrain::cudahost
