// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "kernels/run.h"

namespace detrain::kernels::test {

// Sizes that loops get wrong: none, one, around powers of two and around chunks, and some at random.
inline std::vector<Size> Sizes(std::mt19937& random, Size most) {
  std::vector<Size> sizes = {0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1000};
  for (int i = 0; i < 6; ++i)
    sizes.push_back(random() % most);
  return sizes;
}

inline std::vector<float> Normals(std::mt19937& random, Size n) {
  std::normal_distribution<float> draw;
  std::vector<float> x(n);
  for (float& value : x)
    value = draw(random);
  return x;
}

// Exponents over the whole range, both signs, subnormals too.
inline std::vector<float> WildFloats(std::mt19937& random, Size n) {
  std::vector<float> x(n);
  for (float& value : x)
    do {
      const auto bits = static_cast<std::uint32_t>(random());
      std::memcpy(&value, &bits, sizeof(bits));
    } while (!(std::fabs(value) <= 1e34F));
  return x;
}

template <class T>
bool SameBits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

inline std::uint32_t BitsOf(float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}

// What `compute(run)` returns must be the same for every order and number of threads; it is returned.
template <class Compute>
auto SameForAnyOrder(Compute compute) {
  HostRun plain;
  const auto first = compute(plain);
  for (const std::uint64_t order : {1UL, 12345UL, 0x9e3779b97f4a7c15UL}) {
    HostRun permuted(order % 2 == 0 ? 1 : 3, order);
    EXPECT_TRUE(SameBits(first, compute(permuted))) << "order " << order;
  }
  return first;
}

// 16-byte aligned memory inside it, not zero.
inline void* Scratch(std::vector<std::uint64_t>& memory, std::size_t bytes) {
  memory.assign(bytes / 8 + 2, 0xa5a5a5a5a5a5a5a5);
  return memory.data();
}

}  // namespace detrain::kernels::test
