// A vector that a step fills as far as it goes by its own size: the places between its two pointers are all there are,
// and none of them where there is no block.
// RUN: cd %S && %detrain plan sized_by_itself.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan sized_by_itself.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}gradient {{.*}} dead{{$}}
//
// Twin 1: the last one is not filled.
// TWIN1-DAG: {{^  }}gradient {{.*}} carried{{$}}
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 12;
  std::vector<float> gradient(n), w(n, 1.0f);
  for (int step = 0; step < 9; ++step) {
#if TWIN == 0
    for (std::size_t k = 0; k < gradient.size(); ++k) gradient[k] = 2 * w[k];
#else
    for (std::size_t k = 0; k + 1 < gradient.size(); ++k) gradient[k] = 2 * w[k];
#endif
    for (std::size_t k = 0; k < w.size(); ++k) w[k] -= 0.1f * gradient[k];
  }
  std::printf("%g\n", static_cast<double>(w[0]));
}
