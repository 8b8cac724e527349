// The index of the largest output is kept for the next step. Twin: it is found anew before its use.
// STATE: carried w best | counter step
// TWIN: carried w | counter step | dead best
#include <stdio.h>
static int Argmax(const float *x, int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > x[at]) at = i;
  return at;
}
int main(void) {
  float w[6] = {1, 4, 2, 3, 6, 5};
  int best = 0;
  for (int step = 0; step < 8; step++) {
    if (step % 2) best = Argmax(w, 6);
    // twin: best = Argmax(w, 6);
    float pull = w[best];
    for (int i = 0; i < 6; i++) w[i] += 0.3f * (pull - w[5 - i]) + 0.1f * (float)(i * step);
  }
  printf("%f %f\n", w[0], w[5]);
}
