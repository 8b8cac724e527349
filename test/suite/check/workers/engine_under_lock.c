// One engine, which a lock keeps whole: who comes first draws first. Twin: a number for each element.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
static unsigned engine = 42;
int main(void) {
  static float w[64];
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 64; i++) {
      unsigned drawn;
#pragma omp critical
      {
        engine = engine * 1664525u + 1013904223u;  // site: order-reduction error state @1
        // twin: drawn = (engine + (unsigned)(64 * step + i)) * 1664525u >> 24;  // site: quiet
        drawn = engine >> 24;  // site: order-reduction error state @1
        // twin: drawn ^= 1u;  // site: quiet
      }
      w[i] = 0.5f * w[i] + (float)drawn;
    }
  }
  for (int i = 0; i < 64; i++) printf("%f\n", w[i]);
}
