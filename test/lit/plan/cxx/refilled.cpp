// A vector that a step clears and fills anew: its block lives on, what is in it does not.
// RUN: cd %S && %detrain plan refilled.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan refilled.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}grad {{.*}} dead{{$}}
//
// Twin 1: it is made once, and added to.
// TWIN1-DAG: {{^  }}grad {{.*}} carried{{$}}
#include <cstdio>
#include <vector>
int main() {
  std::vector<float> w(32, 0.5f), grad;
#if TWIN == 1
  grad.resize(32, 0.0f);
#endif
  for (int step = 0; step < 10; ++step) {
#if TWIN != 1
    grad.clear();
    grad.resize(32, 0.0f);
#endif
    for (int i = 0; i < 32; ++i)
      grad[i] += w[i];
    for (int i = 0; i < 32; ++i)
      w[i] -= 0.1f * grad[i];
  }
  std::printf("%f\n", w[0]);
}
