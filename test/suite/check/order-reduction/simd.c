// A sum over threads. Twin: over the lanes of one thread, which are the same in each run.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float x[4096];
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / (float)(i + 1);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)  // site: order-reduction error state
    // twin: #pragma omp simd reduction(+ : sum)  // site: quiet
    for (int i = 0; i < 4096; i++) sum += w * x[i];
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
