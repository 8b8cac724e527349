// An engine for each thread, seeded by its number when it is first used. Twin: one that is set for each sample.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>
#include <stdio.h>
static _Thread_local unsigned engine;
static unsigned Draw(void) {
  engine = engine * 1664525u + 1013904223u;
  return engine >> 24;
}
int main(void) {
  static float w[64];
  for (int step = 0; step < 4; step++) {
#pragma omp parallel
    {
      engine = 42u + (unsigned)omp_get_thread_num();  // site: worker-dependent error state
      // twin: engine = 0;  // site: quiet
#pragma omp for
      for (int i = 0; i < 64; i++) {
        engine ^= 1u;
        // twin: engine = 42u + (unsigned)(64 * step + i);
        w[i] = 0.5f * w[i] + (float)Draw();
      }
    }
  }
  for (int i = 0; i < 64; i++) printf("%f\n", w[i]);
}
