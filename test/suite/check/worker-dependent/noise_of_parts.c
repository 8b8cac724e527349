// Threads add noise to parts of the rows. Twin: to blocks that do not hang on how many threads there are.
// FLAGS: -fopenmp
// OBSERVE: threads
// KIND: machines
#include <omp.h>
#include <stdio.h>
enum { kRows = 64, kBlocks = 8 };
static unsigned Next(unsigned *rng) {
  return *rng = *rng * 1664525u + 1013904223u;
}
int main(void) {
  float w[kRows] = {0};
  for (int step = 0; step < 4; step++) {
#pragma omp parallel
    {
      const int count = omp_get_num_threads();  // site: worker-dependent error state | twin: quiet
      const int mine = omp_get_thread_num();  // site: quiet
      const int blocks = count;
      // twin: const int blocks = kBlocks;
      for (int k = mine; k < blocks; k += count) {
        unsigned rng = 1 + 977u * (unsigned)(k + 100 * step);
        for (int i = kRows * k / blocks; i < kRows * (k + 1) / blocks; i++)
          w[i] -= 0.1f * w[i] * w[i] * w[i] - (float)(Next(&rng) >> 24) / 256;
      }
    }
  }
  for (int i = 0; i < kRows; i++) printf("%f\n", w[i]);
}
