// The rate that a plateau lowers is state. Twin: it is computed from the loss of this very step.
// STATE: carried w rate last | counter step
// TWIN: carried w last | counter step | dead rate
#include <stdio.h>
int main(void) {
  float w = 5, rate = 0.5f, last = 1e9f;
  for (int step = 0; step < 8; step++) {
    float loss = (w - 1) * (w - 1) + (step == 4 ? 9.0f : 0);
    rate = loss > last ? rate * 0.5f : rate;
    // twin: rate = loss > last ? 0.25f : 0.5f;
    last = loss;
    w -= rate * (w - 1);
  }
  printf("%f\n", w);
}
