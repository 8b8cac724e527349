// An average of the weights over the steps is state. Twin: a copy of the newest weights is not.
// STATE: carried w ema | counter step
// TWIN: carried w | counter step | dead ema
#include <stdio.h>
int main(void) {
  float w[2] = {1, 2}, ema[2] = {0, 0};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 2; i++) w[i] -= 0.1f * (w[i] - 5);
    for (int i = 0; i < 2; i++) ema[i] += 0.3f * (w[i] - ema[i]);
    // twin: for (int i = 0; i < 2; i++) ema[i] = w[i];
    printf("%f\n", ema[0] + ema[1]);
  }
  printf("%f\n", w[0]);
}
