// A replay buffer and where it is written next. Twin: every step reads only what it has just written.
// STATE: carried w ring | counter step next
// TWIN: carried w | counter step next | dead ring
#include <stdio.h>
int main(void) {
  float w = 0, ring[4] = {0};
  int next = 0;
  for (int step = 0; step < 9; step++) {
    ring[next % 4] = w + (float)(next * step % 7);
    next++;
    w += 0.1f * (ring[next % 4] - w);
    // twin: w += 0.1f * (ring[(next - 1) % 4] - w);
  }
  printf("%f\n", w);
}
