// Of two blocks the one with the lower address comes first. Twin: of two places in one array, which is a fixed order.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float *a = calloc(4, sizeof *a), *b = calloc(400000, sizeof *b);
  if (!a || !b) return 1;
  float *left = b;
  // twin: float *left = a + 3;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float sign = a < left ? 1.0f : -1.0f;  // site: pointer-order error state | twin: quiet
    w = 0.5f * w + sign * (float)step;
    a[step % 4] += w;
  }
  printf("%f %f\n", w, a[0]);
  free(a);
  free(b);
}
