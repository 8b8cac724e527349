// The state of a generator may hide in a function. Twin: the function is given its number.
// STATE: carried w Draw::state | counter step
// TWIN: carried w | counter step | dead Draw::state
#include <stdio.h>
static float Draw(unsigned number) {
  static unsigned state = 12345;
  state = state * 1103515245u + number;
  // twin: state = number * 1103515245u + 12345;
  return (float)(state >> 16 & 1023) / 1024;
}
int main(void) {
  float w = 0;
  for (unsigned step = 0; step < 8; step++) w += 0.1f * (Draw(step + 1) - w);
  printf("%f\n", w);
}
