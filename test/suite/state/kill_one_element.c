// One element that is read is one that was set. Twin: its neighbour was.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
int main(void) {
  float w = 1, h[3] = {0, 0, 0};
  for (int step = 0; step < 8; step++) {
    h[1] = 0.5f * w;
    // twin: h[2] = 0.5f * w;
    w += 0.3f * h[1] + (float)step;
    h[1] = w;
  }
  printf("%f\n", w);
}
