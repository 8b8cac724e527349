// A running loss that is only printed is state: the text of the replayed run must be the same. Twin: of one step alone.
// STATE: carried w loss | counter step
// TWIN: carried w | counter step | dead loss
#include <stdio.h>
int main(void) {
  float w = 5, loss = 0;
  for (int step = 0; step < 8; step++) {
    loss = 0.9f * loss + 0.1f * w * w;
    // twin: loss = w * w;
    printf("%d %f\n", step, loss);
    w -= 0.1f * (w - 1);
  }
  printf("%f\n", w);
}
