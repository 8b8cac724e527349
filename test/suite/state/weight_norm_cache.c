// A norm that is cached until a flag says that it is stale. Twin: it is always stale.
// STATE: carried w norm stale | counter step
// TWIN: carried w | counter step | dead norm
#include <math.h>
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, norm = 0;
  int stale = 1;
  for (int step = 0; step < 9; step++) {
    if (stale) {
      // twin: {
      norm = 0;
      for (int i = 0; i < 6; i++) norm += w[i] * w[i];
    }
    for (int i = 0; i < 6; i++) w[i] -= w[i] / sqrtf(norm + 1);
    stale = step % 3 == 0;
  }
  printf("%f %f\n", w[0], w[5]);
}
