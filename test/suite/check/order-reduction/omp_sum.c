// A float sum over threads. Twin: of integers.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float x[4096];
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / (float)(i + 1);
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float sum = 0;
    // twin: long sum = 0;
#pragma omp parallel for reduction(+ : sum)  // site: order-reduction error state | twin: quiet
    for (int i = 0; i < 4096; i++) sum += w * x[i];
    // twin: for (int i = 0; i < 4096; i++) sum += (long)(1e6f * x[i]);
    w = 0.5f * w + 0.01f * (float)sum;
  }
  printf("%.9g\n", w);
}
