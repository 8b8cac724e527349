// Every case sets it. Twin: the last one leaves it.
// STATE: carried w | counter step | dead rate
// TWIN: carried w rate | counter step
#include <stdio.h>
int main(void) {
  float w = 5, rate = 0;
  for (int step = 0; step < 9; step++) {
    switch (step % 3) {
      case 0:
        rate = 0.1f + 0.01f * w;
        break;
      case 1:
        rate = 0.3f;
        break;
      default:
        rate = 0.05f;
        // twin: rate += 0.05f;
    }
    w -= rate * (w - 1);
  }
  printf("%f\n", w);
}
