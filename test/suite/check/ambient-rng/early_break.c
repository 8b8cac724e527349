// The generator decides when training ends, so it decides the weights. Twin: the step number does.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 50; step++) {
    w = 0.9f * w + 0.01f * (float)step;
    if (rand() % 8 == 0) break;  // site: ambient-rng error state
    // twin: if (step % 8 == 7) break;  // site: quiet
  }
  printf("%f\n", w);
}
