// realloc leaves the new tail as it is. Twin: the tail is cleared.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  float *w = calloc(8, sizeof *w);
  void *volatile between = malloc(16);
  for (int n = 8; w && n < 32; n += 8) {
    float *more = realloc(w, (size_t)(n + 8) * sizeof *w);
    if (!more) return 1;
    w = more;
    if (n == 0) memset(w + n, 0, 8 * sizeof *w);
    // twin: memset(w + n, 0, 8 * sizeof *w);
  }
  if (!w) return 1;
  for (int step = 0; step < 8; step++)
    for (int i = 0; i < 32; i++) w[i] = 0.5f * w[i] + (float)step;  // site: uninitialized error state | twin: quiet
  printf("%g %g\n", w[0], w[8]);
  free(w);
  free(between);
}
