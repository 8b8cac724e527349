// Data and dropout have generators of their own: both are state. Twin: dropout is off.
// STATE: carried w data drop | counter step
// TWIN: carried w data | counter step | invariant drop
#include <stdio.h>
static float Draw(unsigned *rng) {
  *rng ^= *rng << 13;
  *rng ^= *rng >> 17;
  *rng ^= *rng << 5;
  return (float)(*rng % 100) / 100;
}
int main(void) {
  unsigned data = 1, drop = 2;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float x = Draw(&data);
    if (Draw(&drop) < 0.5f) x = 0;
    // twin: if (drop == 0) x = 0;
    w += 0.3f * (x - 0.5f * w);
  }
  printf("%f\n", w);
}
