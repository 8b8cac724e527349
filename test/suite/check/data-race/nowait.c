// Without the barrier between two loops a thread reads what another may not have written. Twin: with it.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float w[4096], g[4096];
  for (int i = 0; i < 4096; i++) w[i] = (float)(i % 17);
  for (int step = 0; step < 4; step++) {
#pragma omp parallel
    {
#pragma omp for nowait
      // twin: #pragma omp for
      for (int i = 0; i < 4096; i++) g[i] = 0.1f * w[i];  // site: data-race error state @1 | twin: quiet
#pragma omp for
      for (int i = 0; i < 4096; i++) w[i] -= g[4095 - i];  // site: data-race error state @1 | twin: quiet
    }
  }
  printf("%.9g\n", w[0]);
}
