// Which class an object is of decides what it keeps. Twin: both are of the one that keeps nothing.
// STATE: carried w second.memory | counter step
// TWIN: carried w | counter step
#include <cstdio>
struct Layer {
  float memory = 0;
  virtual float Run(float x) { return memory = 0.5f * x; }
  virtual ~Layer() = default;
};
struct Keeping : Layer {
  float Run(float x) override { return memory = 0.5f * memory + x; }
};
int main() {
  Layer first;
  Keeping second;
  // twin: Layer second;
  Layer* layers[] = {&first, &second};
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float x = w;
    for (Layer* layer : layers) x = layer->Run(x);
    w += 0.1f * (1 - x);
  }
  std::printf("%f\n", w);
}
