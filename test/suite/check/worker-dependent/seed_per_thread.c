// Each thread has its own generator, so the numbers of an element depend on who works on it. Twin: one per row.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
static unsigned Next(unsigned *rng) {
  return *rng = *rng * 1664525u + 1013904223u;
}
int main(void) {
  float w[16][16] = {{0}};
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int row = 0; row < 16; row++) {
      unsigned rng = 1 + 977u * (unsigned)omp_get_thread_num();  // site: worker-dependent error state
      // twin: unsigned rng = 1 + 977u * (unsigned)row;  // site: quiet
      for (int i = 0; i < 16; i++) w[row][i] = 0.5f * w[row][i] + (float)(Next(&rng) >> 24);
    }
  }
  for (int row = 0; row < 16; row++) printf("%f\n", w[row][3]);
}
