// A rate that grows until it has reached its height. Twin: it is computed from the step.
// STATE: carried w rate | counter step
// TWIN: carried w | counter step | dead rate
#include <stdio.h>
int main(void) {
  float w = 5, rate = 0.01f;
  for (int step = 0; step < 8; step++) {
    if (rate < 0.3f) rate *= 2;
    // twin: rate = step < 4 ? 0.01f * (float)step : 0.3f;
    w -= rate * (w - 1);
  }
  printf("%f\n", w);
}
