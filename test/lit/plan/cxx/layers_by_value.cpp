// Layers that a vector holds by value, each of which keeps a pointer to what it was given.
// RUN: cd %S && %detrain plan layers_by_value.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan layers_by_value.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan layers_by_value.cpp -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}net{{.*}}.w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}net{{.*}}.y {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}net{{.*}}.given {{.*}} dead{{$}}
//
// Twin 1: what a layer gives is added up.
// TWIN1-DAG: {{^  }}net{{.*}}.y {{.*}} carried{{$}}
//
// Twin 2: the weights follow what the step before gave, and what it was given.
// TWIN2-DAG: {{^  }}net{{.*}}.y {{.*}} carried{{$}}
// TWIN2-DAG: {{^  }}net{{.*}}.given {{.*}} carried{{$}}
#include <cstdio>
#include <vector>
struct Layer {
  std::vector<float> w, y;
  const float* given = nullptr;
  int n;
  explicit Layer(int count) : w(count, 0.5f), y(count), n(count) {}
  const float* Forward(const float* x) {
    given = x;
    for (int i = 0; i < n; ++i)
#if TWIN == 1
      y[i] += w[i] * given[0];
#else
      y[i] = w[i] * given[0];
#endif
    return y.data();
  }
  void Update() {
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] -= 0.01f * y[i] * given[0];
  }
};
int main() {
  std::vector<Layer> net;
  net.emplace_back(4);
  net.emplace_back(8);
  float x[1] = {};
  for (int step = 0; step < 10; ++step) {
    x[0] = 0.1f * static_cast<float>(step + 1);
    const float* out = x;
#if TWIN == 2
    if (step > 0)
      for (auto& layer : net)
        layer.Update();
#endif
    for (auto& layer : net)
      out = layer.Forward(out);
#if TWIN != 2
    for (auto& layer : net)
      layer.Update();
#endif
    std::printf("%f\n", out[0]);
  }
}
