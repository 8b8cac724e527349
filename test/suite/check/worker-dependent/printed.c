// The number of the thread that did the work is written to the output file. Twin: to the terminal.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float w[64];
  static int by[64];
  FILE *out = fopen("workers.txt", "w");
  if (!out) return 1;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; i++) {
      by[i] = omp_get_thread_num();  // site: worker-dependent error output | twin: quiet
      w[i] = 0.5f * w[i] + (float)i;
    }
    for (int i = 0; i < 64; i++) fprintf(out, "%d\n", by[i]);
    // twin: for (int i = 0; i < 64; i++) printf("%d\n", by[i]);
  }
  fclose(out);
  printf("%f\n", w[3]);
}
