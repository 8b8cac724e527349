// new T[n] of a class with a destructor keeps n in front of its objects. Twin: the step sets them all.
// STATE: carried gain layers[].w | counter step
// TWIN: carried gain | counter step | dead layers[].w
#include <cstdio>
struct Layer {
  float w[4] = {1, 2, 3, 4};
  ~Layer() { std::puts("gone"); }
};
int main() {
  Layer* layers = new Layer[3];
  float gain = 1;
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 12; i++) layers[i / 4].w[i % 4] *= 0.9f;
    // twin: for (int l = 0; l < 3; l++) for (int i = 0; i < 4; i++) layers[l].w[i] = gain + i;
    gain = 0.5f * gain + layers[0].w[1] - 0.25f * layers[2].w[3];
  }
  std::printf("%f\n", gain);
  delete[] layers;
}
