// A static that the first step makes and no step changes is not there yet where a run goes on.
// RUN: rm -rf %t && mkdir %t && cp %s %t/late.cpp && cd %t
// RUN: %detrain cc -- g++ -std=c++17 -O1 late.cpp -o late && %detrain verify --kill-at all --poison -- ./late | FileCheck %s
// CHECK: 4 boundaries
// CHECK: PASSED
#include <cstdio>
#include <vector>
std::vector<float>& Bias() {
  static std::vector<float> bias;
  return bias;
}
float w[2] = {1, 2};
int main() {
  float g = 0.5f;
  for (int i = 0; i < 3; i++) {
    w[0] = 0.5f * w[0] + g;
    if (!Bias().empty()) g += 0.1f * Bias()[0];
    std::printf("%a\n", static_cast<double>(g));
  }
  std::printf("%a\n", static_cast<double>(g + w[0]));
}
