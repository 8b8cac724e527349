// A buffer that the first step allocates and all steps fill is dead. Twin: what it holds is added to.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w[3] = {1, 2, 3}, *h = NULL;
  for (int step = 0; step < 8; step++) {
    if (!h) h = calloc(3, sizeof *h);
    for (int i = 0; i < 3; i++) h[i] = 0.5f * w[i];
    // twin: for (int i = 0; i < 3; i++) h[i] += 0.5f * w[i];
    for (int i = 0; i < 3; i++) w[i] -= 0.1f * h[i];
  }
  printf("%f %f\n", w[0], w[2]);
  free(h);
}
