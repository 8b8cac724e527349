// `master` does not wait for anyone: others may read the old mean. Twin: `single` does.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float w[1024];
  float mean = 0;
  for (int i = 0; i < 1024; i++) w[i] = (float)(i % 9);
  for (int step = 0; step < 4; step++) {
    float sum = 0;
    for (int i = 0; i < 1024; i++) sum += w[i];
#pragma omp parallel
    {
#pragma omp master
      // twin: #pragma omp single
      mean = sum / 1024;  // site: data-race error state @1 | twin: quiet
#pragma omp for
      for (int i = 0; i < 1024; i++) w[i] -= 0.1f * mean;  // site: data-race error state @1 | twin: quiet
    }
  }
  printf("%.9g\n", w[5]);
}
