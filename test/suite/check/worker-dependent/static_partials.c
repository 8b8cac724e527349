// Sums per thread: where they are cut depends on how many there are. Twin: cut into eight, whoever does them.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float x[4096], part[256];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 4096; i++) x[i] = w / (float)(i + 1);
    int workers = omp_get_max_threads();  // site: worker-dependent error state
    // twin: int workers = 8;  // site: quiet
#pragma omp parallel for
    for (int p = 0; p < workers; p++) {
      part[p] = 0;
      for (int i = p; i < 4096; i += workers) part[p] += x[i];
    }
    float sum = 0;
    for (int p = 0; p < workers; p++) sum += part[p];
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
