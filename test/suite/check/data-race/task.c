// Tasks that are not waited for. Twin: they are.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float x[512], y[512];
  float w = 1;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(x)
      for (int i = 0; i < 512; i++) x[i] = w / (float)(i + 1);  // site: data-race error state @1 | twin: quiet
      ;
      // twin: _Pragma("omp taskwait")
#pragma omp task shared(x, y)
      for (int i = 0; i < 512; i++) y[i] = 0.5f * x[511 - i];  // site: data-race error state @1 | twin: quiet
    }
    for (int i = 0; i < 512; i++) w += 1e-3f * y[i];
  }
  printf("%.9g\n", w);
}
