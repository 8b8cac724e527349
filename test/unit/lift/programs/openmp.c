// Worksharing loops whose result does not depend on the number of threads.
#include <stdio.h>

int main(void) {
  int out[64], i, k = 5, last = 0;
  long sum = 0;
  int hits = 0, visits = 0;
#pragma omp parallel for firstprivate(k) lastprivate(last) schedule(static)
  for (i = 0; i < 64; i++) {
    out[i] = i * k;
    k += 0;
    last = i;
  }
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int a = 0; a < 8; a++)
    for (int b = 0; b < 8; b++)
      sum += out[a * 8 + b];
#pragma omp parallel
  {
#pragma omp for
    for (int j = 0; j < 10; j++) {
#pragma omp atomic
      hits += 2;
#pragma omp critical
      visits++;
    }
#pragma omp barrier
#pragma omp single
    hits += 100;
  }
  int before = 0, after = 0;
#pragma omp atomic capture
  before = hits++;
#pragma omp atomic capture
  after = hits *= 3;
#pragma omp atomic capture
  {
    hits -= 4;
    last = hits;
  }
#pragma omp atomic
  hits = 5 + hits;
  printf("%d %d %d\n", before, after, hits);
  printf("%d %ld %d %d %d %d\n", out[63], sum, last, k, hits, visits);
  return 0;
}
