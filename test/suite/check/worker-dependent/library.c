// No step loop: a thread's number leaves by a parameter, their count by the result. Twins: per-element work, a print.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
void Tag(float *w, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    w[i] += (float)omp_get_thread_num();  // site: worker-dependent warning state
    // twin: w[i] += (float)(omp_get_thread_num() >= 0);  // site: quiet
}
int Batch(void) {
  return 4 * omp_get_max_threads();  // site: worker-dependent warning state
  // twin: return printf("%d threads\n", omp_get_max_threads()) > 0;  // site: quiet
}
#ifdef RUN
int main(void) {
  float w[64] = {0};
  Tag(w, 64);
  for (int i = 0; i < 64; i++) printf("%f\n", w[i]);
  printf("%d\n", Batch());
}
#endif
