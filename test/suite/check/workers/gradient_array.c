// All threads add to all of a gradient. Twin: each owns the element that it adds to.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static float x[1024][4];
  float w[4] = {1, 1, 1, 1}, g[4];
  for (int i = 0; i < 1024; i++)
    for (int k = 0; k < 4; k++) x[i][k] = 1.0f / (float)(i + k + 1);
  for (int step = 0; step < 4; step++) {
    for (int k = 0; k < 4; k++) g[k] = 0;
#pragma omp parallel for reduction(+ : g[ : 4])  // site: order-reduction error state
    // twin: #pragma omp parallel for  // site: quiet
    for (int i = 0; i < 1024; i++)
      // twin: for (int k = 0; k < 4; k++)
      for (int k = 0; k < 4; k++) g[k] += x[i][k] * w[k];
      // twin: for (int i = 0; i < 1024; i++) g[k] += x[i][k] * w[k];
    for (int k = 0; k < 4; k++) w[k] -= 0.1f * g[k];
  }
  printf("%.9g %.9g\n", w[0], w[3]);
}
