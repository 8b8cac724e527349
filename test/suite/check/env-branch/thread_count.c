// With several threads another way of adding is taken. Twin: another way of doing the same.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float x[4096];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float sum = 0;
    for (int i = 0; i < 4096; i++) x[i] = w / (float)(i + 1);
    if (omp_get_max_threads() > 1) {  // site: env-branch error state
      // twin: if (step > 1) {  // site: quiet
      for (int i = 4095; i >= 0; i--) sum += x[i];
    } else {
      for (int i = 0; i < 4096; i++) sum += x[i];
    }
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
