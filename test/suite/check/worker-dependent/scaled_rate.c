// The number of threads scales the rate. Twin: it is printed.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
int main(void) {
  float w = 1, rate = 0.1f;
  rate /= (float)omp_get_max_threads();  // site: worker-dependent error state
  // twin: printf("%d threads\n", omp_get_max_threads());  // site: quiet
  for (int step = 0; step < 8; step++) w -= rate * (w - (float)step);
  printf("%f\n", w);
}
