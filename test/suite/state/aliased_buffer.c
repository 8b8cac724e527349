// Two pointers to one block: what one clears the other reads. Twin: they lead to two blocks.
// STATE: carried w | counter step | dead a
// TWIN: carried w other | counter step | dead a
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float *a = calloc(3, sizeof *a), *other = calloc(3, sizeof *other), w[6] = {1, 2, 3, 4, 5, 6};
  float *b = a;
  // twin: float *b = other;
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 3; i++) a[i] = 0;
    for (int i = 0; i < 3; i++) b[i] += w[i] + w[i + 3];
    for (int i = 0; i < 6; i++) w[i] -= 0.1f * b[i / 2];
  }
  printf("%f %f\n", w[0], w[5]);
  free(a);
  free(other);
}
