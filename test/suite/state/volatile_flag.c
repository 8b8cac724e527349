// A volatile variable is a variable. Twin: each step sets it first.
// STATE: carried w turns | counter step
// TWIN: carried w | counter step | dead turns
#include <stdio.h>
int main(void) {
  float w = 5;
  volatile int turns = 1;
  for (int step = 0; step < 8; step++) {
    turns = turns * 3 % 17;
    // twin: turns = step * 3 % 17;
    w -= 0.1f * (w - (float)turns);
  }
  printf("%f\n", w);
}
