// A temperature that falls by a factor. Twin: it is computed from the step.
// STATE: carried w temperature rng | counter step
// TWIN: carried w rng | counter step | dead temperature
#include <stdio.h>
int main(void) {
  float w = 5, temperature = 1;
  unsigned rng = 9;
  for (int step = 0; step < 8; step++) {
    temperature *= 0.8f;
    // twin: temperature = 1.0f / (float)(step + 1);
    rng = rng * 1664525u + 1013904223u;
    w += temperature * ((float)(rng >> 24) / 128 - 1) - 0.1f * w;
  }
  printf("%f\n", w);
}
