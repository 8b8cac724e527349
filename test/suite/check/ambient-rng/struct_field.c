// The number goes through a field of a struct. Twin: another field of the same struct is used, the number is printed.
#include <stdio.h>
#include <stdlib.h>
struct Sample {
  float value, noise;
};
static struct Sample Next(int step) {
  struct Sample sample = {(float)step, 0};
  sample.noise = (float)(rand() % 10);  // site: ambient-rng error state | twin: ambient-rng note log
  return sample;
}
int main(void) {
  float w = 0;
  for (int step = 0; step < 8; step++) {
    struct Sample sample = Next(step);
    w = 0.5f * w + sample.noise;
    // twin: w = 0.5f * w + sample.value;
    printf("%f %f\n", w, sample.noise);
  }
}
