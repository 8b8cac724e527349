// A seed from the clock, before the loop, is recorded with the run. Twin: a processor's own counter cannot be.
// STATE: carried w rng | counter step
// TWIN: not-replayable
#include <stdio.h>
#include <time.h>
int main(void) {
  unsigned rng = (unsigned)time(NULL);
  float w = 0;
  for (int step = 0; step < 8; step++) {
    rng = rng * 1664525u + 1013904223u;
    // twin: rng = rng * 1664525u + (unsigned)__builtin_ia32_rdtsc();
    w += 0.1f * ((float)(rng >> 24) - w);
  }
  printf("%f\n", w);
}
