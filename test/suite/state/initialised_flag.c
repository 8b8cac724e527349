// A static flag and what it guards. Twin: without the flag, each call makes it again.
// STATE: carried w Scale::ready Scale::scale | counter step
// TWIN: carried w | counter step | dead Scale::scale
#include <stdio.h>
static float Scale(float x) {
  static int ready;
  static float scale;
  if (!ready) {
    // twin: {
    scale = 0.05f * x;
    ready = 1;
  }
  return scale;
}
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6};
  for (int step = 0; step < 8; step++) {
    float scale = Scale(w[5]);
    for (int i = 0; i < 6; i++) w[i] -= scale * w[i];
  }
  printf("%f %f\n", w[0], w[5]);
}
