// What every step counts is a counter. Twin: only steps that reach a condition count.
// STATE: carried w | counter step updates
// TWIN: carried w updates | counter step
#include <stdio.h>
int main(void) {
  float w = 3;
  int updates = 0;
  for (int step = 0; step < 8; step++) {
    w *= 0.7f;
    updates++;
    // twin: if (w > 0.9f) updates++;
  }
  printf("%f %d\n", w, updates);
}
