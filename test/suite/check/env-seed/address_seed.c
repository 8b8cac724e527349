// An address is made a number. Twin: a distance of two addresses in one array is no secret.
// OBSERVE: runs
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float *w = calloc(8, sizeof *w);
  if (!w) return 1;
  float *last = w + 7;
  unsigned rng = (unsigned)((uintptr_t)last >> 4);  // site: env-seed error state
  // twin: unsigned rng = (unsigned)(last - w);  // site: quiet
  for (int step = 0; step < 8; step++) {
    rng = rng * 1664525u + 1013904223u;
    w[rng >> 29] += 1;
  }
  for (int i = 0; i < 8; i++) printf("%f\n", w[i]);
  free(w);
}
