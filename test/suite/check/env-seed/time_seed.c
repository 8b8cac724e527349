// The clock seeds a generator. Twin: a constant does.
// OBSERVE: later
#include <stdio.h>
#include <time.h>
int main(void) {
  unsigned rng = (unsigned)time(NULL);  // site: env-seed error state
  // twin: unsigned rng = 42u;  // site: quiet
  float w = 0;
  for (int step = 0; step < 8; step++) {
    rng = rng * 1664525u + 1013904223u;
    w = 0.5f * w + (float)(rng >> 24);
  }
  printf("%f\n", w);
}
