// Set in both branches, dead. Twin: one branch adds instead.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
int main(void) {
  float w = 1, h = 0;
  for (int step = 0; step < 8; step++) {
    if (step % 3 == 0)
      h = w * 0.5f;
    else
      h = 0.25f;
      // twin: h += 0.25f;
    w += 0.1f * (h - w);
  }
  printf("%f\n", w);
}
