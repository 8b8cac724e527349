// A snapshot of the weights is written when enough time has passed. Twin: every fourth step.
// OBSERVE: runs
#include <stdio.h>
#include <time.h>
int main(void) {
  float w = 1;
  FILE *out = fopen("snapshots.txt", "w");
  if (!out) return 1;
  clock_t last = clock();
  for (int step = 0; step < 20000; step++) {
    w = 0.999f * w + 1e-4f * (float)(step % 7);
    if (clock() - last > CLOCKS_PER_SEC / 1000) {  // site: env-branch error output
      // twin: if (step % 4000 == 0) {  // site: quiet
      fprintf(out, "%d %.9g\n", step, w);
      last = clock();
    }
  }
  (void)last;
  fclose(out);
}
