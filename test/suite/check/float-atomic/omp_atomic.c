// An atomic addition of floats. Twin: of integers.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float sum = 0;
    // twin: long sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 4096; i++) {
#pragma omp atomic  // site: float-atomic error state @1 | twin: quiet
      sum += 1000 * w / (float)(i + 1);  // site: float-atomic error state @1 | twin: quiet
    }
    w = 0.5f * w + 1e-5f * (float)sum;
  }
  printf("%.9g\n", w);
}
