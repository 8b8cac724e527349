// Mean and variance of a batch, in one clause. Twin: a thread has all of a channel.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static float x[8][512], running[8];
  for (int c = 0; c < 8; c++)
    for (int i = 0; i < 512; i++) x[c][i] = 1.0f / (float)(c + i + 1);
  for (int step = 0; step < 4; step++) {
    running[0] *= 0.5f;
    // twin: #pragma omp parallel for
    for (int c = 0; c < 8; c++) {
      float sum = 0, squares = 0;
#pragma omp parallel for reduction(+ : sum, squares)  // site: order-reduction error state
      // twin: sum = squares = 0;  // site: quiet
      for (int i = 0; i < 512; i++) {
        sum += x[c][i];
        squares += x[c][i] * x[c][i];
      }
      running[c] = 0.9f * running[c] + 0.1f * (squares / 512 - sum * sum / 512 / 512);
    }
  }
  for (int c = 0; c < 8; c++) printf("%.9g\n", running[c]);
}
