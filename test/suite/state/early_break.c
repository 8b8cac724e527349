// A loop that stops early fills a part of its buffer. Twin: it fills all, whatever it finds.
// STATE: carried w h | counter step
// TWIN: carried w | counter step | dead h
#include <stdio.h>
int main(void) {
  float w[5] = {1, 2, 3, 4, 5}, h[5] = {0};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 5; i++) {
      h[i] = 0.5f * w[i] + h[0];
      // twin: h[i] = 0.5f * w[i];
      if (w[i] > 1e9f) printf("large\n");
    }
    for (int i = 0; i < 5; i++) w[i] -= 0.1f * h[i];
  }
  printf("%f %f\n", w[0], w[4]);
}
