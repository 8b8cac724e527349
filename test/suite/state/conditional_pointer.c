// A pointer chosen by the parity of the step leads to one of two buffers: a step fills one, and reads one. Twin: it
// reads the one that it has filled.
// STATE: carried w a b | counter step
// TWIN: carried w | counter step | dead a b
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, a[6] = {0}, b[6] = {0};
  for (int step = 0; step < 8; step++) {
    float *fill = step % 2 ? a : b, *read = step % 2 ? b : a;
    // twin: float *fill = step % 2 ? a : b, *read = fill;
    for (int i = 0; i < 6; i++) fill[i] = 0.5f * w[i] + (float)step;
    for (int i = 0; i < 6; i++) w[i] += 0.3f * (read[5 - i] - w[i]);
  }
  printf("%f %f\n", w[0], w[5]);
}
