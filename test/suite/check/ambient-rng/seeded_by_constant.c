// A constant seed does not save the generator's place. Twin: its state is a variable of the program.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 0;
  unsigned state = 7;
  srand(state);
  for (int step = 0; step < 8; step++) {
    w = 0.5f * w + (float)(rand() % 10);  // site: ambient-rng error state
    // twin: w = 0.5f * w + (float)(rand_r(&state) % 10);  // site: quiet
  }
  printf("%f\n", w);
}
