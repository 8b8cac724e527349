// Threads append what they find, in the order in which they come. Twin: each notes it at its own place.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static int found[40000];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    int count = 0;
    for (int i = 0; i < 40000; i++) found[i] = 0;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 40000; i++) {
      if (i * 7 % 3 != 0) continue;
      int at = i;
#pragma omp atomic capture  // site: order-reduction error state @1 | twin: quiet
      at = count++;  // site: order-reduction error state @1 | twin: quiet
      found[at] = i;  // site: order-reduction error state @1
      // twin: found[i] = i, (void)at;  // site: quiet
    }
    for (int i = 0; i < 40000; i++) w += 1e-9f * (float)(found[i] * (i % 7));
  }
  printf("%.9g\n", w);
}
