// A step that is skipped leaves the buffer as it is. Twin: the buffer is set before the step is skipped.
// STATE: carried w h | counter step
// TWIN: carried w | counter step | dead h
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, h[6] = {0};
  for (int step = 0; step < 9; step++) {
    float scale = 0.5f;
    // twin: float scale = 0.5f; for (int i = 0; i < 6; i++) h[i] = scale * w[i];
    if (step % 3 != 1)
      for (int i = 0; i < 6; i++) h[i] = scale * w[i];
    for (int i = 0; i < 6; i++) w[i] += 0.1f * ((float)step - h[5 - i]);
    if (step % 2) continue;
    w[3] += 0.1f;
  }
  printf("%f %f\n", w[0], w[5]);
}
