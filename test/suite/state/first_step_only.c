// What the first step alone sets is state for all others. Twin: every step sets it.
// STATE: carried w scale | counter step
// TWIN: carried w | counter step | dead scale
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, scale = 1;
  for (int step = 0; step < 8; step++) {
    if (step == 0) scale = 0.05f * w[5];
    // twin: scale = 0.05f * w[5];
    for (int i = 0; i < 6; i++) w[i] -= scale * w[i];
  }
  printf("%f %f\n", w[0], w[5]);
}
