// Rows of an embedding are added to by whoever meets the word. Twin: how often is counted.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static float table[16], g[16];
  static int words[2048];
  for (int i = 0; i < 2048; i++) words[i] = i * i % 16;
  for (int step = 0; step < 4; step++) {
    for (int k = 0; k < 16; k++) g[k] = 0;
#pragma omp parallel for
    for (int i = 0; i < 2048; i++) {
#pragma omp atomic  // site: float-atomic error state @1 | twin: quiet
      g[words[i]] += 1.0f / (float)(i + 1);  // site: float-atomic error state @1
      // twin: ((int *)g)[words[i]] += 1;  // site: quiet
    }
    for (int k = 0; k < 16; k++) table[k] -= 0.1f * g[k];
  }
  for (int k = 0; k < 16; k++) printf("%.9g\n", table[k]);
}
