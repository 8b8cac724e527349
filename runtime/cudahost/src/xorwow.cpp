// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jumps in the sequence of XORWOW (Marsaglia, "Xorshift RNGs", 2003): its xorshift part is linear over bits, so a jump
// is a product with a power of the matrix that one step is (L'Ecuyer's method).
#include <array>
#include <vector>

#include "curand_kernel.h"
#include "library.h"

namespace detrain::cudahost {
namespace {

constexpr unsigned kBits = 160;
constexpr unsigned kPowers = 67 + 64;  // sequences are 2^67 numbers long, and there are up to 2^64 of them

using Vector = std::array<unsigned, kBits / 32>;
using Matrix = std::array<Vector, kBits>;  // what becomes of each bit

Vector Times(const Matrix& matrix, const Vector& vector) {
  Vector product{};
  for (unsigned bit = 0; bit < kBits; ++bit)
    if ((vector[bit / 32] >> bit % 32 & 1U) != 0)
      for (std::size_t i = 0; i < product.size(); ++i)
        product[i] ^= matrix[bit][i];
  return product;
}

Matrix OneStep() {
  Matrix step{};
  for (unsigned bit = 0; bit < kBits; ++bit) {
    curandStateXORWOW state{};
    state.v[bit / 32] = 1U << bit % 32;
    curand(&state);
    for (std::size_t i = 0; i < step[bit].size(); ++i)
      step[bit][i] = state.v[i];
  }
  return step;
}

// Element k is 2^k steps.
std::vector<Matrix> Powers() {
  const Inside inside;
  std::vector<Matrix> powers = {OneStep()};
  powers.reserve(kPowers);
  while (powers.size() < kPowers) {
    const Matrix& last = powers.back();
    Matrix square;
    for (unsigned bit = 0; bit < kBits; ++bit)
      square[bit] = Times(last, last[bit]);
    powers.push_back(square);
  }
  return powers;
}

}  // namespace

void JumpXorwow(curandStateXORWOW* state, unsigned long long count, unsigned power) {
  static const std::vector<Matrix> powers = Powers();
  Vector vector;
  for (std::size_t i = 0; i < vector.size(); ++i)
    vector[i] = state->v[i];
  for (unsigned bit = 0; bit < 64; ++bit)
    if ((count >> bit & 1U) != 0)
      vector = Times(powers[power + bit], vector);
  for (std::size_t i = 0; i < vector.size(); ++i)
    state->v[i] = vector[i];
  if (power < 32)
    state->d += 362437U * (Low(count) << power);
}

}  // namespace detrain::cudahost
