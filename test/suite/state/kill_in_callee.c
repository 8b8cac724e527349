// A function that clears what it is given kills. Twin: it decays it.
// STATE: carried w | counter step | dead g
// TWIN: carried w g | counter step
#include <stdio.h>
static void Clear(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = 0;
    // twin: x[i] *= 0.5f;
}
int main(void) {
  float w[4] = {1, 2, 3, 4}, g[4] = {0};
  for (int step = 0; step < 8; step++) {
    Clear(g, 4);
    for (int i = 0; i < 4; i++) g[i] += w[i] - 1;
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * g[i];
  }
  printf("%f %f\n", w[0], w[3]);
}
