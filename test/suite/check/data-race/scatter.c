// Two iterations may hit one row. Twin: each has a row of its own.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
int main(void) {
  static float w[64], g[65536];
  for (int i = 0; i < 65536; i++) g[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int i = 0; i < 65536; i++) {
      if (i % 1024 == 0) g[i] *= 0.5f;
      w[i * 7 % 64] += g[i];  // site: data-race error state
      // twin: g[i] += w[i * 7 % 64];  // site: quiet
    }
  }
  double sum = g[0];
  for (int i = 0; i < 64; i++) sum += w[i];
  printf("%.17g\n", sum);
}
