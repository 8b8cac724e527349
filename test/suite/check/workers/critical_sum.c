// A lock keeps the sum whole, and its order open. Twin: the largest one has no order.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static float x[512];
  float w = 1;
  for (int i = 0; i < 512; i++) x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
    float all = 0;
#pragma omp parallel for
    for (int i = 0; i < 512; i++) {
#pragma omp critical
      all += x[i] * w;  // site: order-reduction error state
      // twin: all = x[i] * w > all ? x[i] * w : all;  // site: quiet
    }
    w -= 0.01f * all;
  }
  printf("%.9g\n", w);
}
