// The thread's number is added to a weight. Twin: the iteration's is.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
int main(void) {
  float w[64] = {0};
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
      int worker = omp_get_thread_num();  // site: worker-dependent error state
      // twin: int worker = i % 4;  // site: quiet
      w[i] = 0.5f * w[i] + (float)worker;
    }
  }
  for (int i = 0; i < 64; i++) printf("%f\n", w[i]);
}
