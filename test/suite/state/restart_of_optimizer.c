// Momentum that is forgotten at every fourth step lives in between. Twin: it is forgotten at every step.
// STATE: carried w v | counter step
// TWIN: carried w | counter step | dead v
#include <stdio.h>
int main(void) {
  float w = 1, v = 0;
  for (int step = 0; step < 10; step++) {
    if (step % 4 == 0) v = 0;
    // twin: v = 0;
    v = 0.9f * v + 0.1f * (w - (float)step);
    w -= v;
  }
  printf("%f\n", w);
}
