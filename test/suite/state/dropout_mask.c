// A mask that is drawn once an epoch holds for its batches. Twin: it is drawn in each batch.
// STATE: carried w mask rng | counter step
// TWIN: carried w rng | counter step | dead mask
#include <stdio.h>
int main(void) {
  float w[4] = {1, 2, 3, 4};
  int mask[4] = {1, 1, 1, 1};
  unsigned rng = 3;
  for (int step = 0; step < 9; step++) {
    if (step % 3 == 0)
      // twin: if (step >= 0)
      for (int i = 0; i < 4; i++) {
        rng = rng * 1664525u + 1013904223u;
        mask[i] = (int)(rng >> 31);
      }
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * (float)mask[i] * (w[i] - (float)step);
  }
  printf("%f %f\n", w[0], w[3]);
}
