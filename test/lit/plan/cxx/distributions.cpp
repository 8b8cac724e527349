// A normal distribution keeps the second of two numbers; the others keep none.
// RUN: cd %S && %detrain plan distributions.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan distributions.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}noise.spare {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}noise.has_spare {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}rng.state {{.*}} carried{{$}}
// CHECK-NOT: {{^  }}{{pick|drop|kind}}{{.*}} carried{{$}}
//
// Twin 1: each step has a distribution of its own.
// TWIN1-NOT: {{^  }}noise.{{.*}} carried{{$}}
#include <cstdio>
#include <random>
#include <vector>
int main() {
  std::mt19937 rng(1);
#if TWIN != 1
  std::normal_distribution<double> noise(0, 1);
#endif
  std::uniform_int_distribution<int> pick(0, 9);
  std::bernoulli_distribution drop(0.5);
  std::discrete_distribution<int> kind({1, 2, 3, 4});
  std::vector<double> w(10, 0.1);
  for (int step = 0; step < 20; ++step) {
#if TWIN == 1
    std::normal_distribution<double> noise(0, 1);
#endif
    const int i = pick(rng);
    if (!drop(rng))
      w[i] += 0.01 * noise(rng);
    w[kind(rng)] *= 0.99;
  }
  for (double v : w)
    std::printf("%f\n", v);
}
