// Each thread sums the samples that fall to it, every so many. Twin: one sample at a time, into its own place.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float x[4096], part[256];
  float w = 1;
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 256; i++) part[i] = 0;
#pragma omp parallel
    {
      const int me = omp_get_thread_num(), all = omp_get_num_threads();  // site: worker-dependent error state
      // twin: const int me = omp_get_thread_num(), all = omp_get_num_threads();  // site: quiet
      for (int i = me; i < 4096; i += all) part[me] += x[i] * w;
      // twin: for (int i = me; i < 256; i += all) part[i] = x[i] * w;
    }
    float sum = 0;
    for (int i = 0; i < 256; i++) sum += part[i];
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
