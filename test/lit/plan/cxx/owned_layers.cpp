// Layers that pointers in a vector own, walked through forwards and backwards.
// RUN: cd %S && %detrain plan owned_layers.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan owned_layers.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}layers{{.*}}->Scale::w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}layers{{.*}}->Scale::seen {{.*}} dead{{$}}
//
// Twin 1: what a layer has seen is added up.
// TWIN1-DAG: {{^  }}layers{{.*}}->Scale::seen {{.*}} carried{{$}}
#include <cstdio>
#include <memory>
#include <vector>
struct Layer {
  virtual ~Layer() = default;
  virtual void Forward(std::vector<float>& x) = 0;
  virtual void Backward(std::vector<float>& g) = 0;
};
struct Scale : Layer {
  std::vector<float> w, seen;
  explicit Scale(int n) : w(n, 0.5f), seen(n) {}
  void Forward(std::vector<float>& x) override {
    for (std::size_t i = 0; i < w.size(); ++i) {
#if TWIN == 1
      seen[i] += x[i];
#else
      seen[i] = x[i];
#endif
      x[i] *= w[i];
    }
  }
  void Backward(std::vector<float>& g) override {
    for (std::size_t i = 0; i < w.size(); ++i) {
      w[i] -= 0.1f * g[i] * seen[i];
      g[i] *= w[i];
    }
  }
};
struct Shift : Layer {
  void Forward(std::vector<float>& x) override {
    for (float& v : x)
      v += 0.25f;
  }
  void Backward(std::vector<float>&) override {}
};
int main() {
  std::vector<std::unique_ptr<Layer>> layers;
  layers.push_back(std::make_unique<Scale>(4));
  layers.push_back(std::make_unique<Shift>());
  layers.push_back(std::make_unique<Scale>(4));
  std::vector<float> x(4), g(4);
  for (int step = 0; step < 10; ++step) {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = 0.1f * static_cast<float>(step + 1);
    for (auto& layer : layers)
      layer->Forward(x);
    for (std::size_t i = 0; i < x.size(); ++i)
      g[i] = x[i] - 1;
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
      (*layer)->Backward(g);
    std::printf("%f\n", x[0]);
  }
}
