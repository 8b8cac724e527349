// Two findings: where the seed comes from, and where the hidden generator is used. Twin: both are only printed.
// OBSERVE: later
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  float w = 0;
  srand((unsigned)time(NULL));  // site: env-seed error state | twin: env-seed note log
  for (int step = 0; step < 8; step++) {
    w = 0.5f * w + (float)step;
    w += (float)(rand() % 10);  // site: ambient-rng error state
    // twin: printf("%d\n", rand() % 10);  // site: ambient-rng note log
  }
  printf("%f\n", w);
}
