// Memory from malloc is added to. Twin: from calloc.
// OBSERVE: memory
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float *v = malloc(64 * sizeof *v);
  // twin: float *v = calloc(64, sizeof *v);
  if (!v) return 1;
  float w = 1;
  for (int step = 0; step < 8; step++)
    for (int i = 0; i < 64; i++) {
      v[i] = 0.9f * v[i] + w;  // site: uninitialized error state | twin: quiet
      w -= 1e-3f * v[i];
    }
  printf("%f\n", w);
  free(v);
}
