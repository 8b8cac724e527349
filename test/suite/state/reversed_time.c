// Gradients through time, from the last step to the first, within one step of training: dead. Twin: what flowed out at
// the front flows in at the back of the next.
// STATE: carried w | counter step | dead h
// TWIN: carried w back | counter step | dead h
#include <math.h>
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, h[5] = {0}, back = 0;
  for (int step = 0; step < 8; step++) {
    h[0] = 0.1f * (float)step;
    for (int t = 1; t < 5; t++) h[t] = tanhf(0.3f * w[t] * h[t - 1] + 0.1f);
    back = 0.5f;
    // twin: back += 0.5f;
    for (int t = 4; t > 0; t--) back *= 0.9f * (1 - h[t] * h[t]);
    for (int i = 0; i < 6; i++) w[i] -= 0.2f * back * (float)(i + 1);
  }
  printf("%f %f\n", w[0], w[5]);
}
