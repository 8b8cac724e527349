// Memory that an unknown function gives before the loop lasts from step to step. Twin: it is the program's own.
// LINK: Inputs/mix.c
#include <stdio.h>
#include <stdlib.h>
float *Place(int n);
int main(void) {
  float *w = Place(4);  // site: opaque-call warning state
  // twin: float *w = calloc(4, sizeof *w);  // site: quiet
  for (int step = 0; step < 8; step++) {
    float *scratch = Place(4);  // site: quiet
    w[step % 4] += 0.1f * (float)rand();  // site: ambient-rng error state
    // twin: scratch[step % 4] += 0.1f * (float)rand();  // site: ambient-rng note none
    w[0] = 0.5f * w[0] + (float)step;
  }
  printf("%f\n", w[0]);
}
