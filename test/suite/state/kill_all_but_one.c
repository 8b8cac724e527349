// A loop over all elements kills. Twin: it leaves the last one.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
int main(void) {
  float w[5] = {1, 2, 3, 4, 5}, h[5] = {0};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 5; i++) h[i] = 0.5f * w[i];
    // twin: for (int i = 0; i < 4; i++) h[i] = 0.5f * w[i];
    h[4] += 1;
    for (int i = 0; i < 5; i++) w[i] -= 0.1f * h[i];
  }
  printf("%f %f\n", w[0], w[4]);
}
