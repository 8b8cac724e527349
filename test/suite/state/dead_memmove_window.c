// A window that slides holds what earlier steps put into it. Twin: each step fills all of it.
// STATE: carried w window | counter step
// TWIN: carried w | counter step | dead window
#include <stdio.h>
#include <string.h>
int main(void) {
  float w = 0, window[4] = {0};
  for (int step = 0; step < 8; step++) {
    memmove(window, window + 1, 3 * sizeof *window);
    // twin: for (int i = 0; i < 3; i++) window[i] = (float)i;
    window[3] = (float)(step * step % 5);
    float sum = 0;
    for (int i = 0; i < 4; i++) sum += window[i];
    w += 0.1f * (sum - w);
  }
  printf("%f\n", w);
}
