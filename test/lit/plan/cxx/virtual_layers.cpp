// Layers behind virtual functions: each object's own class decides what a step does to it.
// RUN: cd %S && %detrain plan virtual_layers.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan virtual_layers.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}a.w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}a.m {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}b.w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}b.g {{.*}} dead{{$}}
//
// Twin 1: the first one forgets its momentum.
// TWIN1: bitwise
// TWIN1-DAG: {{^  }}a.m {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}b.g {{.*}} dead{{$}}
#include <cstdio>
struct Layer {
  float *w, *g;
  int n;
  explicit Layer(int count) : w(new float[count]), g(new float[count]), n(count) {
    for (int i = 0; i < n; ++i)
      w[i] = 0.5f;
  }
  virtual ~Layer() {
    delete[] w;
    delete[] g;
  }
  virtual void Step(float x) {
    for (int i = 0; i < n; ++i)
      g[i] = x * w[i];
    for (int i = 0; i < n; ++i)
      w[i] -= g[i];
  }
};
struct Momentum : Layer {
  float* m;
  explicit Momentum(int count) : Layer(count), m(new float[count]()) {}
  ~Momentum() override { delete[] m; }
  void Step(float x) override {
    for (int i = 0; i < n; ++i)
#if TWIN == 1
      m[i] = x;
#else
      m[i] = 0.9f * m[i] + x;
#endif
    for (int i = 0; i < n; ++i)
      w[i] -= m[i];
  }
};
int main() {
  Momentum a(4);
  Layer b(3);
  Layer* layers[] = {&a, &b};
  for (int step = 0; step < 10; ++step) {
    const float x = 1.0f / static_cast<float>(step + 1);
    for (Layer* layer : layers)
      layer->Step(x);
  }
  std::printf("%f %f\n", a.w[0], b.w[0]);
}
