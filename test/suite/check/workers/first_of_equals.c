// Of equal scores the one wins that was there first. Twin: the one with the least number.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static float score[256], w[256];
  for (int i = 0; i < 256; i++) score[i] = (float)(i % 4);
  for (int step = 0; step < 4; step++) {
    float most = -1;
    int best = 256;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 256; i++) {
#pragma omp critical
      if (score[i] > most) {
        // twin: if (score[i] > most || (score[i] == most && i < best)) {
        most = score[i];
        best = i;  // site: order-reduction error state | twin: quiet
      }
    }
    w[best] += 1;
  }
  for (int i = 0; i < 256; i++) printf("%f\n", w[i]);
}
