// A suppression of ours that hides nothing. Twin: one of another tool, which is none of our business.
#include <stdio.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    w = 0.5f * w + 3;  // NOLINT(detrain-data-race): one thread // site: unused-suppression warning none
    // twin: w = 0.5f * w + 3;  // NOLINT(readability-magic-numbers) // site: quiet
  }
  printf("%f\n", w);
}
