// Of several candidates the last to come stays. Twin: the one with the lowest number.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    int best = 100000;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 1000; i++) {
      double x = 0;
      for (int k = i; k < 1000; k++) x += 1.0 / (k + 1);
      if (x < 0.1) continue;
#pragma omp critical
      best = i;  // site: order-reduction error state
      // twin: best = i < best ? i : best;  // site: quiet
    }
    w = 0.5f * w + 1e-3f * (float)best;
  }
  printf("%.9g\n", w);
}
