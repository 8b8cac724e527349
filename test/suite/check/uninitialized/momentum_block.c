// Momentum lies in memory from malloc, behind a pointer of a record. Twin: from calloc.
// OBSERVE: memory
#include <stdio.h>
#include <stdlib.h>
struct Adam {
  float *m, *v;
  float beta;
};
static struct Adam *Make(size_t n) {
  struct Adam *adam = malloc(sizeof *adam);
  if (!adam) exit(1);
  adam->m = malloc(n * sizeof *adam->m);
  // twin: adam->m = calloc(n, sizeof *adam->m);
  adam->v = calloc(n, sizeof *adam->v);
  adam->beta = 0.9f;
  return adam;
}
static void Step(struct Adam *adam, float *w, const float *g, int n) {
  for (int i = 0; i < n; i++) {
    adam->m[i] = adam->beta * adam->m[i] + g[i];  // site: uninitialized error state | twin: quiet
    adam->v[i] = adam->beta * adam->v[i] + g[i] * g[i];
    w[i] -= 0.01f * adam->m[i] / (adam->v[i] + 1e-8f);
  }
}
int main(void) {
  float w[4] = {1, 2, 3, 4}, g[4];
  struct Adam *adam = Make(4);
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 4; i++) g[i] = w[i];
    Step(adam, w, g, 4);
  }
  printf("%f\n", (double)w[0]);
  free(adam->m);
  free(adam->v);
  free(adam);
}
