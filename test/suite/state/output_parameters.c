// What a function always sets through its parameters is dead. Twin: it returns before it sets the second one.
// STATE: carried w | counter step | dead mean spread
// TWIN: carried w spread | counter step | dead mean
#include <stdio.h>
static void Measure(float w, int step, float *mean, float *spread) {
  *mean = w * 0.5f;
  if (step > 100) return;
  // twin: if (step % 2) return;
  *spread = w * (float)step;
}
int main(void) {
  float w = 1, mean = 0, spread = 0;
  for (int step = 0; step < 8; step++) {
    Measure(w, step, &mean, &spread);
    w -= 0.1f * mean - 0.01f * spread;
  }
  printf("%f\n", w);
}
