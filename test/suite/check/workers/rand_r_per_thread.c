// A seed for each thread: what an element draws depends on who works on it. Twin: a seed for each element.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned seeds[64];
int main(void) {
  static float w[64];
  for (int i = 0; i < 64; i++) seeds[i] = 42u + (unsigned)i;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
      unsigned *seed = &seeds[omp_get_thread_num()];  // site: worker-dependent error state
      // twin: unsigned *seed = &seeds[i];  // site: quiet
      w[i] = 0.5f * w[i] + (float)(rand_r(seed) % 100);  // site: quiet
    }
  }
  for (int i = 0; i < 64; i++) printf("%f\n", w[i]);
}
