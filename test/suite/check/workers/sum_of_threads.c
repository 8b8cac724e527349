// Each thread sums its rounds and adds that under a lock. Twin: sums of integers.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static float x[4096];
  float w = 1;
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
    float all = 0;
    // twin: long all = 0;
#pragma omp parallel
    {
      float mine = 0;
      // twin: long mine = 0;
#pragma omp for
      for (int i = 0; i < 4096; i++) mine += x[i] * w;
      // twin: for (int i = 0; i < 4096; i++) mine += x[i] * w > 0.01f;
#pragma omp critical
      all += mine;  // site: order-reduction error state | twin: quiet
    }
    w -= 0.001f * (float)all;
  }
  printf("%.9g\n", w);
}
