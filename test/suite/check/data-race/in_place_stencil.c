// Each element reads its neighbour, which another thread overwrites. Twin: reads from the old copy.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
#include <string.h>
int main(void) {
  static float w[4096], old[4096];
  for (int i = 0; i < 4096; i++) w[i] = (float)(i % 31);
  for (int step = 0; step < 4; step++) {
    memcpy(old, w, sizeof w);
#pragma omp parallel for
    for (int i = 1; i < 4096; i++)
      w[i] = 0.5f * old[i] + 0.5f * w[i - 1];  // site: data-race error state
      // twin: w[i] = 0.5f * old[i] + 0.5f * old[i - 1];  // site: quiet
  }
  double sum = 0;
  for (int i = 0; i < 4096; i++) sum += w[i];
  printf("%.17g\n", sum);
}
