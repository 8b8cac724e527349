// A function of which only the declaration is known gets the weights. Twin: its text is there.
// LINK: Inputs/mix.c
#include <stdio.h>
float Mix(float *w, int n);
// twin: static float Mix(float *w, int n) { return w[0] += 0.1f * (float)n; }
int main(void) {
  float w[4] = {1, 2, 3, 4};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 4; i++) w[i] *= 0.9f;
    w[step % 4] += Mix(w, 4);  // site: opaque-call warning state | twin: quiet
  }
  printf("%f %f\n", w[0], w[3]);
}
