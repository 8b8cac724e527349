// A learning rate that shrinks with the time that passes. Twin: an average of the time, which is only printed.
// OBSERVE: runs
#include <stdio.h>
#include <time.h>
int main(void) {
  float w = 8, rate = 0.1f, average = 0;
  for (int step = 0; step < 8; step++) {
    clock_t now = clock();  // site: env-seed error state | twin: quiet
    rate = 0.1f / (1 + 1e-3f * (float)now);
    // twin: average = 0.9f * average + 0.1f * (float)now;
    w -= rate * w;
    printf("%d %f\n", step, average);
  }
  printf("%f\n", w);
}
