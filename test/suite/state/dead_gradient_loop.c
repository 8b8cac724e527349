// A gradient that each step sets before it adds to it is dead. Twin: nothing clears it.
// STATE: carried w | counter step | dead g
// TWIN: carried w g | counter step
#include <stdio.h>
int main(void) {
  float w[4] = {1, 2, 3, 4}, g[4] = {0};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 4; i++)
      g[i] = 0;
      // twin: g[i] *= 0.5f;
    for (int b = 0; b < 3; b++)
      for (int i = 0; i < 4; i++) g[i] += 0.1f * (w[i] - (float)b);
    for (int i = 0; i < 4; i++) w[i] -= g[i];
  }
  printf("%f %f\n", w[0], w[3]);
}
