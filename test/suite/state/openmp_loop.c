// Elements that threads fill are filled. Twin: they are added to.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
// FLAGS: -fopenmp
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n = 32;
  float *w = malloc(n * sizeof *w), *h = calloc(n, sizeof *h);
  for (int i = 0; i < n; i++) w[i] = (float)i;
  for (int step = 0; step < 8; step++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      h[i] = 0.5f * w[i];
      // twin: h[i] += 0.5f * w[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++) w[i] -= 0.1f * h[(i + 1) % n];
  }
  printf("%f %f\n", w[0], w[n - 1]);
  free(w);
  free(h);
}
