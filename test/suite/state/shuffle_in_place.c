// A table that is shuffled in place remembers all shuffles. Twin: each starts from the identity.
// STATE: carried w order rng | counter epoch
// TWIN: carried w rng | counter epoch | dead order
#include <stdio.h>
int main(void) {
  int order[5] = {0, 1, 2, 3, 4};
  unsigned rng = 1;
  float w = 0;
  for (int epoch = 0; epoch < 8; epoch++) {
    order[2] ^= 0;
    // twin: for (int i = 0; i < 5; i++) order[i] = i;
    for (int i = 4; i > 0; i--) {
      rng = rng * 1664525u + 1013904223u;
      int j = (int)(rng >> 16) % (i + 1), old = order[i];
      order[i] = order[j];
      order[j] = old;
    }
    w = 0.7f * w + (float)(order[0] + 3 * order[1]);
  }
  printf("%f\n", w);
}
