// A block that lives for one step is no state. Twin: the next step reads it, and frees it then.
// STATE: carried w | counter step
// TWIN: carried w last | counter step
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w[3] = {1, 2, 3}, *last = calloc(3, sizeof *last);
  for (int step = 0; step < 8; step++) {
    float *now = malloc(3 * sizeof *now);
    for (int i = 0; i < 3; i++) now[i] = 0.5f * w[i];
    for (int i = 0; i < 3; i++) w[i] -= 0.1f * (now[i] + last[i]);
    float *old = now;
    // twin: float *old = last; last = now;
    free(old);
  }
  printf("%f %f\n", w[0], w[2]);
  free(last);
}
