// The time is written beside the loss, into a file that is read by what trains on. Twin: into a log.
// OBSERVE: none
#include <stdio.h>
#include <time.h>
int main(void) {
  FILE *out = fopen("curve.txt", "w");
  // twin: FILE *out = fopen("train.log", "w");
  if (!out) return 1;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    w = 0.9f * w + 0.1f * (float)step;
    fprintf(out, "%ld %a\n", (long)time(NULL), w);  // site: env-seed error output | twin: quiet
  }
  fclose(out);
}
