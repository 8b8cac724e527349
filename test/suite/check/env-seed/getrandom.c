// The system fills the generator's state. Twin: the same array is filled, and the bytes are overwritten before use.
// OBSERVE: runs
#include <stdio.h>
#include <sys/random.h>
int main(void) {
  unsigned rng[2] = {1, 2};
  if (getrandom(rng, sizeof rng, 0) < 0) return 1;  // site: env-seed error state | twin: quiet
  rng[0] |= 1;
  // twin: rng[0] = 1, rng[1] = 2;
  float w = 0;
  for (int step = 0; step < 8; step++) {
    rng[0] = rng[0] * 1664525u + rng[1];
    w = 0.5f * w + (float)(rng[0] >> 24);
  }
  printf("%f\n", w);
}
