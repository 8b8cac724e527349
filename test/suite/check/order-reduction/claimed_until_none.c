// OpenMP's threads take items until none is left, by a break. What becomes of an item hangs on the one that its thread
// had before. Twin: on the item alone.
// FLAGS: -fopenmp
// OBSERVE: none
#include <stdio.h>
static float w[64], y[64];
int main(void) {
  for (int step = 0; step < 4; step++) {
    int next = 0;
#pragma omp parallel
    {
      int last = 0;
      for (;;) {
        int i;
#pragma omp atomic capture
        i = next++;
        if (i >= 64) break;
        y[i] = w[i] + (float)last;  // site: order-reduction error state
        // twin: y[i] = w[i] + (float)i;  // site: quiet
        last = i;
      }
    }
    for (int i = 0; i < 64; i++) w[i] = 0.5f * y[i];
  }
  for (int i = 0; i < 64; i++) printf("%.9g\n", (double)w[i]);
  return 0;
}
