// An atomic read-modify-write of a shared running value. Twin: an atomic write of what all threads agree on.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float last = 1;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
#pragma omp atomic  // site: float-atomic error state @1
      // twin: #pragma omp atomic write  // site: quiet
      last *= 1 + w / (float)(i + 100);  // site: float-atomic error state @1
      // twin: last = 1 + w;  // site: quiet
    }
    w = 0.5f * w + 0.001f * last;
  }
  printf("%.9g\n", w);
}
