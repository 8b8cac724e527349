// The last of two that a flag chooses, under a lock. Twin: the largest, by the same kind of line.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float x[512];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float chosen[1] = {0};
    for (int i = 0; i < 512; i++) x[i] = w / (float)(i + 1);
#pragma omp parallel for
    for (int i = 0; i < 512; i++) {
#pragma omp critical
      chosen[0] = i % 3 == 0 ? x[i] : chosen[0];  // site: order-reduction error state
      // twin: chosen[0] = x[i] > chosen[0] ? x[i] : chosen[0];  // site: quiet
    }
    w = 0.5f * w + 0.1f * chosen[0];
  }
  printf("%.9g\n", (double)w);
}
