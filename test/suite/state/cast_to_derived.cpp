// Which layers have a moment is found by casts, to a pointer and to a reference; the second base lies behind the first.
// Twin: steps change a member of the first base.
// STATE: carried net[]->Dense::moment net[]->Dense::w | counter step
// TWIN: carried net[]->Dense::moment net[]->Dense::scale | counter step | invariant net[]->Dense::w
#include <cstdio>
#include <memory>
#include <vector>
struct Layer {
  virtual ~Layer() = default;
  virtual float Forward(float x) = 0;
  float scale = 1;
};
struct HasMoment {
  virtual ~HasMoment() = default;
  float moment = 0;
};
struct Dense : Layer, HasMoment {
  float w = 0.5f;
  float Forward(float x) override { return w * x * scale; }
};
struct Relu : Layer {
  float Forward(float x) override { return x > 0 ? x : 0; }
};
int main() {
  std::vector<std::unique_ptr<Layer>> net;
  for (int i = 0; i < 2; i++) {
    net.push_back(std::make_unique<Dense>());
    net.push_back(std::make_unique<Relu>());
  }
  std::vector<HasMoment *> moments;
  for (auto &layer : net)
    if (auto *dense = dynamic_cast<Dense *>(layer.get())) moments.push_back(dense);
  for (int step = 0; step < 6; step++) {
    float x = 0.5f + static_cast<float>(step);
    for (auto &layer : net) x = layer->Forward(x);
    for (HasMoment *has : moments) {
      Dense &dense = dynamic_cast<Dense &>(*has);
      dense.moment = 0.9f * dense.moment + x;
      dense.w -= 0.01f * dense.moment;
      // twin: dense.scale -= 0.01f * dense.moment;
    }
    for (auto &layer : net)
      if (const auto *dense = dynamic_cast<const Dense *>(layer.get())) std::printf("%.9g\n", static_cast<double>(dense->w * dense->scale));
  }
}
