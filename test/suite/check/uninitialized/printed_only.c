// What nobody wrote decides a weight. Twin: it is printed.
// OBSERVE: memory
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float *seen = malloc(8 * sizeof *seen);
  if (!seen) return 1;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    if (seen[step] > 0.5f) w += 1;  // site: uninitialized error state
    // twin: printf("%d\n", seen[step] > 0.5f);  // site: uninitialized note log
    w *= 0.9f;
  }
  printf("%f\n", w);
  free(seen);
}
