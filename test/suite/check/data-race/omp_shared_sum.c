// Threads add to a shared sum with nothing between them. Twin: each iteration writes its own element.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float x[65536], y[65536];
  for (int i = 0; i < 65536; i++) x[i] = 1.0f / (float)(i + 1);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 65536; i++) {
      sum += w * x[i];  // site: data-race error state
      // twin: y[i] = w * x[i];  // site: quiet
    }
    for (int i = 0; i < 65536; i++) sum += y[i];
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
