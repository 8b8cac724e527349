// The C library's generator in the program's own memory takes its seed from the clock. Twin: from a constant.
// OBSERVE: later
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int main(void) {
  struct random_data generator;
  char state[64];
  memset(&generator, 0, sizeof generator);
  memset(state, 0, sizeof state);
  initstate_r((unsigned)time(NULL), state, sizeof state, &generator);  // site: env-seed error state
  // twin: initstate_r(3, state, sizeof state, &generator);  // site: quiet
  float w = 1;
  for (int step = 0; step < 8; step++) {
    int drawn = 0;
    random_r(&generator, &drawn);
    w = 0.5f * w + (float)(drawn % 100);
  }
  printf("%.9g\n", (double)w);
}
