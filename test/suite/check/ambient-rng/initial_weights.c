// A hidden generator makes the initial weights. Twin: it makes them of a scratch buffer that each step overwrites.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w[4], scratch[4];
  for (int i = 0; i < 4; i++) {
    scratch[i] = w[i] = (float)i;
    w[i] += (float)(rand() % 9);  // site: ambient-rng error state
    // twin: scratch[i] += (float)(rand() % 9);  // site: quiet
  }
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 4; i++) scratch[i] = 0.5f * w[i];
    for (int i = 0; i < 4; i++) w[i] += 0.1f * (scratch[3 - i] - w[i]);
  }
  printf("%f %f %f\n", w[0], w[3], scratch[0]);
}
