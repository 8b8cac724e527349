// Vectors, shuffled indices, std::fill: the library's own code says what it does, and the plan needs no assumption.
// RUN: cd %S && %detrain plan shuffled.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan shuffled.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}rng.state {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}order {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
//
// Twin 1: the gradient is not cleared.
// TWIN1: bitwise
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>
int main() {
  std::mt19937 rng(42);
  std::normal_distribution<float> init(0.0f, 0.5f);
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  const int n = 20, d = 3;
  std::vector<float> x(n * d), y(n), w(d), g(d);
  for (float& v : x)
    v = uniform(rng);
  for (int i = 0; i < n; ++i)
    y[i] = x[i * d] - x[i * d + 1];
  for (float& v : w)
    v = init(rng);
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (int epoch = 0; epoch < 4; ++epoch) {
    std::shuffle(order.begin(), order.end(), rng);
    float loss = 0;
    for (int k = 0; k < n; ++k) {
      const int i = order[k];
      float e = -y[i];
      for (int j = 0; j < d; ++j)
        e += w[j] * x[i * d + j];
#if TWIN != 1
      std::fill(g.begin(), g.end(), 0.0f);
#endif
      for (int j = 0; j < d; ++j)
        g[j] += e * x[i * d + j];
      for (int j = 0; j < d; ++j)
        w[j] -= 0.1f * g[j];
      loss += e * e;
    }
    std::printf("%d %f\n", epoch, loss);
  }
}
