// A loop that runs backwards kills as one that runs forwards. Twin: it stops before the first element.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
int main(void) {
  float w[4] = {1, 2, 3, 4}, h[4] = {1, 1, 1, 1};
  for (int step = 0; step < 8; step++) {
    for (int i = 3; i >= 0; i--) h[i] = 0.1f * w[i];
    // twin: for (int i = 3; i > 0; i--) h[i] = 0.1f * w[i];
    h[0] += 0.01f;
    for (int i = 0; i < 4; i++) w[i] -= h[i];
  }
  printf("%f %f\n", w[0], w[3]);
}
