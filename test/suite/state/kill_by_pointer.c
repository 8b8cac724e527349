// A pointer that walks to the end kills. Twin: it starts behind the first element.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
int main(void) {
  float w[4] = {1, 2, 3, 4}, h[4] = {1, 1, 1, 1};
  for (int step = 0; step < 8; step++) {
    for (float *p = h; p < h + 4; p++) *p = 0.1f * w[2];
    // twin: for (float *p = h + 1; p < h + 4; p++) *p = 0.1f * w[2];
    h[0] += 0.01f;
    for (int i = 0; i < 4; i++) w[i] -= h[i];
  }
  printf("%f %f\n", w[0], w[3]);
}
