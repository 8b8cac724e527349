// The word that rand_r advances is state. Twin: each step makes a new one.
// STATE: carried w seed | counter step
// TWIN: carried w | counter step | dead seed
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 0;
  unsigned seed = 3;
  for (int step = 0; step < 8; step++) {
    seed ^= step;
    // twin: seed = step;
    w += 0.1f * ((float)(rand_r(&seed) % 100) - w);
  }
  printf("%f\n", w);
}
