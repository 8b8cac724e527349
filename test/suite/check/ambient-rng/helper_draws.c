// A helper draws, its caller decides what becomes of the number. Twin: the caller prints it.
#include <stdio.h>
#include <stdlib.h>
static float Noise(float scale) {
  return scale * (float)drand48();  // site: ambient-rng error state | twin: ambient-rng note log
}
int main(void) {
  float w[8] = {0};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 8; i++) w[i] += 0.1f * (float)(i - step);
    w[step] += Noise(0.5f);
    // twin: printf("%f\n", Noise(0.5f));
  }
  printf("%f %f\n", w[0], w[7]);
}
