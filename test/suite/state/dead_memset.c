// memset of the whole block kills it. Twin: of all but its last element.
// STATE: carried w | counter step | dead g
// TWIN: carried w g | counter step
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 6;
  float *w = calloc(n, sizeof *w), *g = calloc(n, sizeof *g);
  for (int step = 0; step < 8; step++) {
    memset(g, 0, n * sizeof *g);
    // twin: memset(g, 0, (n - 1) * sizeof *g);
    for (int i = 0; i < n; i++) g[i] += (float)(i + step) - w[i];
    for (int i = 0; i < n; i++) w[i] += 0.1f * g[i];
  }
  printf("%f %f\n", w[0], w[n - 1]);
  free(w);
  free(g);
}
