// The clock comes out of a parameter and a field, through a helper. Twin: the helper's result is printed.
// OBSERVE: runs
#include <stdio.h>
#include <time.h>
static unsigned Nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);  // site: env-seed error state | twin: quiet
  return (unsigned)now.tv_nsec;
}
int main(void) {
  unsigned rng = 1;
  float w = 0;
  rng += Nanoseconds();
  // twin: printf("%u ns\n", Nanoseconds());
  for (int step = 0; step < 8; step++) {
    rng = rng * 1664525u + 1013904223u;
    w = 0.5f * w + (float)(rng >> 24);
  }
  printf("%f\n", w);
}
