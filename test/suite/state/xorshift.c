// A generator written by hand. Twin: its state is set from the step before each draw.
// STATE: carried w ::state | counter step
// TWIN: carried w | counter step | dead ::state
#include <stdint.h>
#include <stdio.h>
uint64_t state = 88172645463325252u;
static float Draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (float)(state % 1000) / 1000;
}
int main(void) {
  float w = 0;
  for (int step = 0; step < 8; step++) {
    state += 2;
    // twin: state = (uint64_t)step + 1;
    w += 0.1f * (Draw() - w);
  }
  printf("%f\n", w);
}
