// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace detrain::kernels::test {

// Numbers of many exponents, and the place that each is added to: what tests of sums in a program's kernels add.
struct Addends {
  Addends(int n, int places, unsigned seed) : at(static_cast<std::size_t>(n)), x(at.size()) {
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < at.size(); ++i) {
      at[i] = static_cast<int>(random() % static_cast<unsigned>(places));
      x[i] = std::ldexp(static_cast<float>(static_cast<int>(random())), static_cast<int>(random() % 180) - 120);
    }
  }
  std::vector<int> at;
  std::vector<float> x;
};

}  // namespace detrain::kernels::test
