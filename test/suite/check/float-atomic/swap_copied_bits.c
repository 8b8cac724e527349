// Bits are copied into a float, which is added to, and copied back; then compare and swap. Twin: the largest one stays.
// FLAGS: -fopenmp -std=gnu11
// OBSERVE: threads
// KIND: atomics
#include <stdio.h>
#include <string.h>
enum { kBins = 6 };
static float histogram[kBins];
static void Add(float *at, float x) {
  int *cell = (int *)at, seen = __atomic_load_n(cell, __ATOMIC_RELAXED), wanted;
  float f;
  do {
    memcpy(&f, &seen, sizeof f);
    f += x;
    // twin: if (f >= x) return; f = x;
    memcpy(&wanted, &f, sizeof wanted);
  } while (!__atomic_compare_exchange_n(cell, &seen, wanted, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));  // site: float-atomic error state | twin: quiet
}
int main(void) {
  float leaf[kBins] = {0};
  for (int round = 0; round < 8; round++) {
    memset(histogram, 0, sizeof histogram);
#pragma omp parallel for
    for (int i = 0; i < 9000; i++) Add(&histogram[i % kBins], (float)(i % 101) / 101 - leaf[i % kBins]);
    for (int b = 0; b < kBins; b++) leaf[b] += 1e-4f * histogram[b];
  }
  for (int b = 0; b < kBins; b++) printf("%.9g\n", leaf[b]);
}
