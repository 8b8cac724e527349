// A function that keeps its scratch from call to call. Twin: it keeps what is in it, too.
// STATE: carried w | counter step | dead Smooth::scratch
// TWIN: carried w Smooth::scratch | counter step
#include <stdio.h>
#include <stdlib.h>
static void Smooth(float *x, int n) {
  static float *scratch;
  if (!scratch) scratch = calloc(n, sizeof *scratch);
  for (int i = 0; i < n; i++) scratch[i] = x[i] + x[(i + 1) % n];
  // twin: for (int i = 0; i < n; i++) scratch[i] += x[i] + x[(i + 1) % n];
  for (int i = 0; i < n; i++) x[i] = 0.45f * scratch[i] + 0.1f;
}
int main(void) {
  float w[3] = {1, 2, 3};
  for (int step = 0; step < 8; step++) Smooth(w, 3);
  printf("%f %f\n", w[0], w[2]);
}
