// An integer is counted without protection: counts get lost. Twin: atomically.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    int hits = 0;
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < 100000; i++) {
      if ((i * 7 + step) % 3 == 0) {
        ;
        // twin: _Pragma("omp atomic")
        hits++;  // site: data-race error state | twin: quiet
      }
    }
    w = 0.5f * w + 1e-5f * (float)hits;
  }
  printf("%.9g\n", w);
}
