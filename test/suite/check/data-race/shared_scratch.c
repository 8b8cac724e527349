// A scratch variable that all threads share. Twin: each has one.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float w[20000];
  float t = 0;
  for (int i = 0; i < 20000; i++) w[i] = (float)(i % 23);
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    // twin: #pragma omp parallel for private(t)
    for (int i = 0; i < 20000; i++) {
      t = 0.3f * w[i];  // site: data-race error state @1 | twin: quiet
      w[i] -= t * t;  // site: data-race error state @1 | twin: quiet
    }
  }
  double sum = t;
  for (int i = 0; i < 20000; i++) sum += w[i];
  printf("%.17g\n", sum);
}
