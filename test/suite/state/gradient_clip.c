// The norm of this step's gradient is no state. Twin: the clip follows the norm of all steps so far.
// STATE: carried w | counter step | dead norm
// TWIN: carried w norm | counter step
#include <math.h>
#include <stdio.h>
int main(void) {
  float w[3] = {1, 2, 3}, norm = 1;
  for (int step = 0; step < 8; step++) {
    norm = 0.001f;
    // twin: norm *= 0.9f;
    for (int i = 0; i < 3; i++) norm += w[i] * w[i];
    for (int i = 0; i < 3; i++) w[i] -= 0.2f * w[i] / sqrtf(norm);
  }
  printf("%f %f\n", w[0], w[2]);
}
