// A trial that is taken over where it is better is no state. Twin: one that starts from the last trial is.
// STATE: carried w best | counter step | dead trial
// TWIN: carried w best trial | counter step
#include <stdio.h>
#include <string.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, trial[6] = {0}, best = 1e9f;
  for (int step = 0; step < 9; step++) {
    for (int i = 0; i < 6; i++) trial[i] = w[i] - 0.2f * (w[5 - i] - (float)(step * step));
    // twin: for (int i = 0; i < 6; i++) trial[i] += 0.2f * (w[5 - i] - (float)(step * step));
    float loss = 0;
    for (int i = 0; i < 6; i++) loss += (trial[i] - 2) * (trial[i] - 2);
    if (loss < best + 9) {
      best = loss;
      memcpy(w, trial, sizeof w);
    }
    printf("%d %f\n", step, loss);
  }
  printf("%f %f %f\n", w[0], w[5], best);
}
