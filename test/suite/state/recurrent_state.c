// A hidden state carried from one step to the next is state. Twin: it is reset at the start of each.
// STATE: carried w h | counter step
// TWIN: carried w | counter step | dead h
#include <math.h>
#include <stdio.h>
int main(void) {
  float w[2] = {0.5f, -0.3f}, h[2] = {0, 0};
  for (int step = 0; step < 8; step++) {
    h[1] += 0.5f;
    // twin: h[0] = h[1] = 0;
    for (int t = 0; t < 3; t++) {
      float old = h[0];
      h[0] = tanhf(w[0] * h[1] + (float)(t + step) * 0.1f);
      h[1] = tanhf(w[1] * old + 0.2f);
    }
    for (int i = 0; i < 2; i++) w[i] -= 0.1f * h[i];
  }
  printf("%f %f\n", w[0], w[1]);
}
