// Hard samples go to the next free slot. Twin: to the slot of their own number.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static int hard[256];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    int count = 0;
    for (int i = 0; i < 256; i++) hard[i] = -1;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 256; i++) {
      int slot = 0;
#pragma omp atomic capture
      slot = count++;
      hard[slot] = i;  // site: order-reduction error state
      // twin: (void)slot, hard[i] = i;  // site: quiet
    }
    for (int k = 0; k < 256; k++) w = 0.5f * w + (float)hard[k] * 0.01f;
  }
  printf("%.9g\n", w);
}
