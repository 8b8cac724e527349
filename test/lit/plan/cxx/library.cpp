// The library's classes are what their text says they are; their members are called as the user would.
// RUN: cd %S && %detrain plan library.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan library.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}rng.state {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}rng.position {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}model.w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}model.w.end {{.*}} invariant{{$}}
// CHECK-DAG: {{^  }}model.g {{.*}} dead{{$}}
//
// Twin 1: the gradient is added to.
// TWIN1-DAG: {{^  }}model.g {{.*}} carried{{$}}
#include <cstdio>
#include <random>
#include <vector>
struct Model {
  std::vector<float> w, g;
  explicit Model(int n) : w(n, 0.5f), g(n) {}
  void Step(float x) {
    for (std::size_t i = 0; i < w.size(); ++i)
#if TWIN == 1
      g[i] += x * w[i];
#else
      g[i] = x * w[i];
#endif
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] -= g[i];
  }
};
int main() {
  Model model(4);
  std::mt19937 rng(1);
  for (int step = 0; step < 10; ++step)
    model.Step(static_cast<float>(rng() % 10) * 0.01f);
  std::printf("%f\n", model.w[0]);
}
