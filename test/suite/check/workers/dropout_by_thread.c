// A dropout mask from the thread's generator. Twin: from the number of the step and the element.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>
#include <stdio.h>
static unsigned Mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  return x * 0x846ca68bu;
}
int main(void) {
  static float x[64], kept[64];
  for (int i = 0; i < 64; i++) x[i] = (float)i;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
      unsigned key = (unsigned)(step * 977 + omp_get_thread_num());  // site: worker-dependent error state
      // twin: unsigned key = (unsigned)(step * 64 + i);  // site: quiet
      kept[i] += Mix(key) & 1 ? x[i] : 0.0f;
    }
  }
  for (int i = 0; i < 64; i++) printf("%f\n", kept[i]);
}
