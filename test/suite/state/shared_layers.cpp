// Objects made with new, behind pointers to their base. Twin: the layer sets its memory first.
// STATE: carried w layer->memory | counter step
// TWIN: carried w | counter step | dead layer->memory
#include <cstdio>
struct Layer {
  float memory = 0;
  virtual float Run(float x) = 0;
  virtual ~Layer() = default;
};
struct Keeping : Layer {
  float Run(float x) override {
    memory = 0.5f * memory + x;
    // twin: memory = 0.5f * x;
    return memory;
  }
};
int main() {
  Layer* layer = new Keeping;
  float w = 1;
  for (int step = 0; step < 8; step++) w += 0.1f * (1 - layer->Run(w));
  std::printf("%f\n", w);
  delete layer;
}
