// Sums per thread of a dynamic schedule. Twin: per block of the index, whoever does it.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float x[4096], part[64];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 4096; i++) x[i] = w / (float)(i + 1);
    for (int p = 0; p < 64; p++) part[p] = 0;
#pragma omp parallel for schedule(dynamic)
    for (int b = 0; b < 64; b++)
      for (int i = 64 * b; i < 64 * b + 64; i++)
        part[omp_get_thread_num()] += x[i];  // site: order-reduction error state
        // twin: part[b] += x[i];  // site: quiet
    float sum = 0;
    for (int p = 0; p < 64; p++) sum += part[p];
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
