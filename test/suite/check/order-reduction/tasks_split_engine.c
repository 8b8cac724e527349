// Tasks take their seed from one generator in a critical section, in the order in which they begin. Twin: whoever makes the
// tasks draws the seeds.
// FLAGS: -fopenmp
// OBSERVE: threads
// KIND: order
#include <stdio.h>
#include <stdlib.h>
static unsigned state = 1;
static unsigned Next(void) { return state = state * 1664525u + 1013904223u; }  // site: order-reduction error state | twin: quiet
int main(void) {
  static float walk[32];
  float w = 0;
  for (int step = 0; step < 10; step++) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 32; i++) {
      unsigned seed = 0;
      // twin: unsigned seed = Next();
#pragma omp task firstprivate(i, seed)
      {
#pragma omp critical
        if (seed == 0) seed = Next();
        // twin: if (seed == 0) seed = 1;
        walk[i] = 0;
        for (int k = 0; k < 3000 * (1 + i % 7); k++) walk[i] += (float)(rand_r(&seed) % 100) / 100 - 0.5f;
      }
    }
    for (int i = 0; i < 32; i++) w = 0.99f * w + 0.01f * walk[i];
  }
  printf("%.9g\n", w);
}
