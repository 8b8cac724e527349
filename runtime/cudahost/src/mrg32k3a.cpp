// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jumps in the sequence of MRG32k3a: each of its recurrences is linear, so a jump is a product with a power of the
// matrix that one step is.
#include <array>
#include <vector>

#include "curand_kernel.h"
#include "library.h"

namespace detrain::cudahost {
namespace {

constexpr unsigned kPowers = 127 + 64;  // sequences are 2^127 numbers long, and there are up to 2^64 of them

using Row = std::array<std::uint64_t, 3>;
using Matrix = std::array<Row, 3>;

// Its recurrence, and the powers of its step: element k is 2^k steps.
struct Recurrence {
  std::uint64_t modulus;
  std::vector<Matrix> powers;

  Recurrence(std::uint64_t number, const Row& factors) : modulus(number) {
    const Inside inside;
    powers.push_back({Row{0, 1, 0}, Row{0, 0, 1}, factors});
    while (powers.size() < kPowers)
      powers.push_back(Square(powers.back()));
  }

  [[nodiscard]] std::uint64_t Dot(const Row& a, const Row& b) const {
    std::uint64_t sum = 0;  // both are less than 2^32
    for (std::size_t i = 0; i < 3; ++i)
      sum = (sum + a[i] * b[i] % modulus) % modulus;
    return sum;
  }
  [[nodiscard]] Matrix Square(const Matrix& matrix) const {
    Matrix square{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        square[i][j] = Dot(matrix[i], {matrix[0][j], matrix[1][j], matrix[2][j]});
    return square;
  }
  void Jump(unsigned (&numbers)[3], unsigned long long count, unsigned power) const {
    Row now = {numbers[0], numbers[1], numbers[2]};
    for (unsigned bit = 0; bit < 64; ++bit)
      if ((count >> bit & 1U) != 0) {
        const Matrix& by = powers[power + bit];
        now = {Dot(by[0], now), Dot(by[1], now), Dot(by[2], now)};
      }
    for (std::size_t i = 0; i < 3; ++i)
      numbers[i] = static_cast<unsigned>(now[i]);
  }
};

}  // namespace

void JumpMrg(curandStateMRG32k3a* state, unsigned long long count, unsigned power) {
  static const Recurrence first(kMrgModulus1, {kMrgModulus1 - 810728U, 1403580U, 0});
  static const Recurrence second(kMrgModulus2, {kMrgModulus2 - 1370589U, 0, 527612U});
  first.Jump(state->s1, count, power);
  second.Jump(state->s2, count, power);
}

}  // namespace detrain::cudahost
