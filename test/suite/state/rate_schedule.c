// A rate computed from the step is nothing to save. Twin: one that decays by a factor is.
// STATE: carried w | counter step | dead rate
// TWIN: carried w rate | counter step
#include <stdio.h>
int main(void) {
  float w = 5, rate = 0.5f;
  for (int step = 0; step < 8; step++) {
    rate = 0.5f / (float)(1 + step);
    // twin: rate *= 0.8f;
    w -= rate * (w - 1);
  }
  printf("%f\n", w);
}
