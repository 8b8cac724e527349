// The rate warms up over more steps the more threads there are. Twin: over eight steps.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>
#include <stdio.h>
int main(void) {
  float w = 1;
  const float top = 0.1f / (float)(2 * omp_get_max_threads());  // site: worker-dependent error state
  // twin: const float top = 0.1f / 8;  // site: quiet
  for (int step = 0; step < 4; step++) w -= top * (float)(step + 1) * (w - (float)step);
  printf("%.9g\n", w);
}
