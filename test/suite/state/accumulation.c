// Gradients gathered over four micro-steps are state. Twin: over one, they are not.
// STATE: carried w g | counter step
// TWIN: carried w | counter step | dead g
#include <stdio.h>
int main(void) {
  float w = 5, g = 0;
  for (int step = 0; step < 10; step++) {
    if (step % 4 == 0) g = 0;
    // twin: g = 0;
    g += 0.1f * (w - (float)step);
    if (step % 4 == 3) w -= g;
    printf("%f\n", g);
  }
  printf("%f\n", w);
}
