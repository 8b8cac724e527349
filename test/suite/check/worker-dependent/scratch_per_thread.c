// What a thread left in its scratch is used by the next iteration. Twin: each iteration writes it first.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float scratch[256][4], w[64];
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
      float *mine = scratch[omp_get_thread_num()];  // site: worker-dependent error state | twin: quiet
      for (int k = 0; k < 4; k++) mine[k] += (float)(i + k);
      // twin: for (int k = 0; k < 4; k++) mine[k] = (float)(i + k);
      for (int k = 0; k < 4; k++) w[i] = 0.5f * w[i] + mine[k];
    }
  }
  for (int i = 0; i < 64; i++) printf("%f\n", w[i]);
}
