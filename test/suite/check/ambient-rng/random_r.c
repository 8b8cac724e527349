// Numbers come from random. Twin: from random_r, whose state is a variable.
// OBSERVE: none
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  static struct random_data engine;
  static char state[64];
  double w = 0;
  int32_t number = 0;
  srandom(17);
  initstate_r(17, state, sizeof state, &engine);
  for (int step = 0; step < 20; step++) {
    number = (int32_t)random();  // site: ambient-rng error state
    // twin: random_r(&engine, &number);  // site: quiet
    w = 0.9 * w + 1e-9 * number;
  }
  printf("%f\n", w);
}
