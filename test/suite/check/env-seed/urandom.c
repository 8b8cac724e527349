// Bytes of the system's generator. Twin: of a file that always holds the same.
// OBSERVE: runs
#include <stdio.h>
int main(void) {
  unsigned rng = 1;
  FILE *source = fopen("/dev/urandom", "rb");
  // twin: FILE *source = fopen("/dev/zero", "rb");
  if (!source) return 1;
  if (fread(&rng, sizeof rng, 1, source) != 1) return 1;  // site: env-seed error state | twin: quiet
  fclose(source);
  float w = 0;
  for (int step = 0; step < 8; step++) {
    rng = rng * 1664525u + 1013904223u;
    w = 0.5f * w + (float)(rng >> 24);
  }
  printf("%f\n", w);
}
