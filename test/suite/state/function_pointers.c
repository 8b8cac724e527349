// A table of functions decides what a layer does; the one that keeps something makes it state. Twin: it keeps nothing.
// STATE: carried w layer[].memory | counter step
// TWIN: carried w | counter step | dead layer[].memory
#include <stdio.h>
struct Layer {
  float (*run)(struct Layer *, float);
  float memory;
};
static float Scale(struct Layer *self, float x) { return self->memory = 0.5f * x; }
static float Keep(struct Layer *self, float x) {
  self->memory = 0.5f * self->memory + x;
  // twin: self->memory = 0.5f * x;
  return self->memory;
}
int main(void) {
  struct Layer layer[2] = {{Scale, 0}, {Keep, 0}};
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float x = w;
    for (int i = 0; i < 2; i++) x = layer[i].run(&layer[i], x);
    w += 0.1f * (1 - x);
  }
  printf("%f\n", w);
}
