// Patience counts steps without progress: state. Twin: each step starts to count anew.
// STATE: carried w best bad | counter step
// TWIN: carried w best | counter step | dead bad
#include <stdio.h>
int main(void) {
  float w = 3, best = 1e9f;
  int bad = 0;
  for (int step = 0; step < 12; step++) {
    w = w * 0.8f + (step > 3 ? 0.4f : 0);
    if (w < best) best = w;
    bad = w > best ? bad + 1 : 0;
    // twin: bad = w > best ? 1 : 0;
    if (bad > 2) break;
  }
  printf("%f %f\n", w, best);
}
