// Two buffers change roles in each step: what the older one holds is state. Twin: a copy, no swap.
// STATE: carried w next | counter step
// TWIN: carried w | counter step | dead next
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  float *w = calloc(4, sizeof *w), *next = calloc(4, sizeof *next);
  for (int step = 0; step < 7; step++) {
    for (int i = 0; i < 4; i++) next[i] = 0.5f * w[3 - i] + (float)(i + step);
    for (int i = 0; i < 4; i++) w[i] = 0.9f * next[i] + 0.1f * w[i];
    float *old = w; w = next; next = old;
    // twin: memcpy(w, next, 4 * sizeof *w);
  }
  printf("%f %f\n", w[0], w[3]);
  free(w);
  free(next);
}
