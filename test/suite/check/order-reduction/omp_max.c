// A product over threads. Twin: a maximum, which has no order.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  float w[4096];
  for (int i = 0; i < 4096; i++) w[i] = 1 + 0.1f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
    float all = 1;
#pragma omp parallel for reduction(* : all)  // site: order-reduction error state
    // twin: #pragma omp parallel for reduction(max : all)  // site: quiet
    for (int i = 0; i < 4096; i++) all *= w[i];
    // twin: for (int i = 0; i < 4096; i++) all = w[i] > all ? w[i] : all;
    for (int i = 0; i < 4096; i++) w[i] = 1 + 0.5f * (w[i] - 1) * all;
  }
  printf("%.9g\n", w[0]);
}
