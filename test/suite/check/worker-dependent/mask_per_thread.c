// Each thread draws a mask with a seed of its own, and the mask says which rows are trained on. Twin: a seed per row.
// FLAGS: -fopenmp
// OBSERVE: threads
// KIND: machines
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
enum { kRows = 2000, kColumns = 6 };
static float keep[kRows];
int main(void) {
  static float x[kRows][kColumns];
  float w[kColumns] = {0};
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++) x[i][j] = (float)((i * 5 + j * 3) % 31) / 31;
  for (int epoch = 0; epoch < 6; epoch++) {
#pragma omp parallel
    {
      unsigned seed = 1234u + 977u * (unsigned)epoch + (unsigned)omp_get_thread_num();  // site: worker-dependent error state
      // twin: unsigned seed = 0;  // site: quiet
#pragma omp for schedule(static)
      for (int i = 0; i < kRows; i++) {
        if (seed == 0) seed = 1234u;
        // twin: seed = 1234u + 977u * (unsigned)epoch + (unsigned)i;
        keep[i] = rand_r(&seed) % 100 < 80 ? 1.0f : 0.0f;
      }
    }
    for (int i = 0; i < kRows; i++) {
      if (keep[i] == 0) continue;
      float e = -x[i][kColumns - 1];
      for (int j = 0; j < kColumns - 1; j++) e += w[j] * x[i][j];
      for (int j = 0; j < kColumns - 1; j++) w[j] -= 0.01f * e * x[i][j];
    }
  }
  for (int j = 0; j < kColumns; j++) printf("%.9g\n", w[j]);
}
