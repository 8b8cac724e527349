// The step loop in a function that main calls, with state of main's handed in by pointer. Twin: each step sets it.
// STATE: carried w *rate | counter step
// TWIN: carried w | counter step | dead *rate
#include <stdio.h>
static void Train(float *w, float *rate, int steps) {
  for (int step = 0; step < steps; step++) {
    *rate *= 0.9f;
    // twin: *rate = 0.3f / (float)(step + 1);
    for (int i = 0; i < 6; i++) w[i] -= *rate * (w[5 - i] - (float)step);
  }
}
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, speed = 0.5f;
  Train(w, &speed, 8);
  printf("%f %f\n", w[0], w[5]);
}
