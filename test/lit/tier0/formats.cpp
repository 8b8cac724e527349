// How a stream writes is no input: what a program asks for it, to put it back, comes from what it told the stream.
// RUN: %detrain plan --tier=0 %s -- -std=c++17 | FileCheck %s
// CHECK: modelled
// CHECK-NOT: the input
#include <iomanip>
#include <iostream>

static float w = 1;

static void Say(int step) {
  const auto flags = std::cout.flags();
  const auto digits = std::cout.precision();
  const auto width = std::cout.width();
  std::cout << std::fixed << std::setprecision(4) << step << ' ' << w << '\n';
  std::cout.flags(flags);
  std::cout.precision(digits);
  std::cout.width(width);
}

int main() {
  for (int step = 0; step < 5; step++) {
    w = 0.5f * w + 0.1f;
    Say(step);
  }
}
