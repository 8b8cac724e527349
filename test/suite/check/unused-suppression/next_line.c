// NOLINTNEXTLINE before a harmless line. Twin: before one that draws.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    // NOLINTNEXTLINE(detrain-ambient-rng): noise is wanted // site: unused-suppression warning none | twin: quiet
    w = 0.5f * w + (float)abs(step - 4);
    // twin: w = 0.5f * w + (float)(rand() % 8);  // site: quiet
  }
  printf("%f\n", w);
}
