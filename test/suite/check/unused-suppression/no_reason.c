// A finding is hidden without a reason. Twin: with one.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    w = 0.5f * w + (float)(rand() % 8);  // NOLINT(detrain-ambient-rng) // site: unused-suppression error none
    // twin: w = 0.5f * w + (float)(rand() % 8);  // NOLINT(detrain-ambient-rng): noise is wanted // site: quiet
  }
  printf("%f\n", w);
}
