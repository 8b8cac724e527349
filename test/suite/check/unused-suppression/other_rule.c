// The suppression names another rule: it hides nothing, and the finding stays. Twin: it names the right one.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    w += (float)(rand() % 8);  // NOLINT(detrain-env-seed): wanted // site: ambient-rng error state, unused-suppression warning none
    // twin: w += (float)(rand() % 8);  // NOLINT(detrain-ambient-rng): wanted // site: quiet
  }
  printf("%f\n", w);
}
