// A complex number that each step turns further is state. Twin: it is computed from the step.
// STATE: carried w phase | counter step
// TWIN: carried w | counter step | dead phase
#include <complex.h>
#include <stdio.h>
int main(void) {
  float w[4] = {1, 2, 3, 4};
  double complex phase = 1;
  for (int step = 0; step < 10; step++) {
    phase *= 0.6 + 0.8 * I;
    // twin: phase = step + 0.5 * I;
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * (w[i] - (float)creal(phase * (i + 1)) - (float)cimag(phase));
    printf("%f %f\n", w[0], w[3]);
  }
}
