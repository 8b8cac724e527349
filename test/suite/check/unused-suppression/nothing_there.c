// Nothing is found on the line. Twin: there is something, and it is hidden.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 1;
  int noise = 0;
  for (int step = 0; step < 8; step++) {
    noise = step;  // NOLINT(detrain-ambient-rng): noise is wanted // site: unused-suppression warning none
    // twin: noise = rand() % 8;  // NOLINT(detrain-ambient-rng): noise is wanted // site: quiet
    w = 0.5f * w + (float)noise;
  }
  printf("%f %d\n", w, abs(noise));
}
