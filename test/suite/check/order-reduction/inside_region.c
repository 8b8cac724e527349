// A private sum is added in a critical section at the end of the region. Twin: kept per block, added in order.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float x[4096], block[64];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float sum = 0;
    for (int i = 0; i < 4096; i++) x[i] = w / (float)(i * 7 % 97 + 1);
#pragma omp parallel
    {
      float mine = 0;
#pragma omp for
      for (int b = 0; b < 64; b++) {
        block[b] = 0;
        for (int i = 64 * b; i < 64 * b + 64; i++) block[b] += x[i];
        mine += block[b];
      }
#pragma omp critical
      sum += mine;  // site: order-reduction error state
      // twin: (void)mine;  // site: quiet
    }
    for (int b = 0; b < 64; b++) w += 0 * block[b];
    // twin: for (int b = 0; b < 64; b++) sum += block[b];
    w = 0.5f * w + 0.002f * sum;
  }
  printf("%.9g\n", w);
}
