// The generator is called through a table of functions. Twin: the table's other entry is taken.
#include <stdio.h>
#include <stdlib.h>
static float Random(int i) {
  return (float)((random() + i) % 7);  // site: ambient-rng error state | twin: quiet
}
static float Ramp(int i) {
  return 0.5f * (float)i;
}
int main(void) {
  float (*const source[2])(int) = {Random, Ramp};
  float w[4] = {0};
  for (int step = 0; step < 8; step++) {
    float (*next)(int) = source[0];
    // twin: float (*next)(int) = source[1];
    for (int i = 0; i < 4; i++) w[i] = 0.5f * w[i] + next(i);
  }
  printf("%f %f\n", w[0], w[3]);
}
