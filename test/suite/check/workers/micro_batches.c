// Gradients are accumulated over as many micro-batches as threads leave. Twin: over four.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>
#include <stdio.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    const int size = 32 / omp_get_max_threads();  // site: worker-dependent error state
    // twin: const int size = 32 / 4;  // site: quiet
    float gradient = 0;
    for (int i = 0; i < size; i++) gradient += (w - (float)i) / (float)size;
    w -= 0.1f * gradient;
  }
  printf("%.9g\n", w);
}
