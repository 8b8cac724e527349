// A critical section keeps the sum whole, not its order. Twin: `ordered` keeps that too.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  float w = 1, sum = 0;
  for (int step = 0; step < 4; step++) {
    sum = 0;
#pragma omp parallel for schedule(dynamic)
    // twin: #pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 4096; i++) {
      float x = w / (float)(i + 1);
#pragma omp critical
      // twin: #pragma omp ordered
      sum += x;  // site: order-reduction error state | twin: quiet
    }
    w = 0.5f * w + 0.05f * sum;
  }
  printf("%.9g\n", w);
}
