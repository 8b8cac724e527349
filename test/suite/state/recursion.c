// A tree that a recursive function fills is dead. Twin: it adds to what is there.
// STATE: carried w | counter step | dead sum
// TWIN: carried w sum | counter step
#include <stdio.h>
static float Fill(float x, int depth) { return depth == 0 ? x : 0.5f * Fill(x + 1, depth - 1); }
int main(void) {
  float w = 1, sum = 0;
  for (int step = 0; step < 8; step++) {
    sum = Fill(w, 3);
    // twin: sum += Fill(w, 3);
    w -= 0.1f * (sum - 1);
  }
  printf("%f\n", w);
}
