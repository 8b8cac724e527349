// In the middle of an epoch the order of its samples is state. Twin: each sample is drawn by itself.
// STATE: carried w order rng epoch i | dead x
// TWIN: carried w rng epoch i | dead x order
#include <stdio.h>
int main(void) {
  const float data[5] = {3, 1, 4, 1.5f, 9};
  int order[5];
  unsigned rng = 1;
  float w[2] = {0, 0}, x = 0;
  for (int epoch = 0; epoch < 2; epoch++) {
    for (int i = 0; i < 5; i++) order[i] = i;
    for (int i = 4; i > 0; i--) {
      rng = rng * 1664525u + 1013904223u;
      int j = (int)(rng >> 16) % (i + 1), old = order[i];
      order[i] = order[j];
      order[j] = old;
    }
    for (int i = 0; i < 5; i++) {
      x = data[order[i]];
      // twin: x = data[(rng = rng * 1664525u + 1013904223u) % 5];
      w[0] += 0.1f * (x - w[1]);
      w[1] += 0.2f * (w[0] - w[1]);
    }
  }
  printf("%f %f\n", w[0], w[1]);
}
