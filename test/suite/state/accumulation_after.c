// A gradient that is cleared after its use, in every second step, is read before it is written. Twin: it is set first.
// STATE: carried w g | counter step
// TWIN: carried w | counter step | dead g
#include <stdio.h>
int main(void) {
  float w = 5, g = 0;
  for (int step = 0; step < 10; step++) {
    g += 0.1f * (w - (float)step);
    // twin: g = 0.1f * (w - (float)step);
    if (step % 2) {
      w -= g;
      g = 0;
    }
  }
  printf("%f\n", w);
}
