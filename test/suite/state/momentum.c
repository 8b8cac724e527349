// Velocity outlives the step. Twin: without momentum it does not.
// STATE: carried w v | counter step
// TWIN: carried w | counter step | dead v
#include <stdio.h>
int main(void) {
  float w[4] = {1, 2, 3, 4}, v[4] = {0};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 4; i++) v[i] = 0.9f * v[i] + 0.1f * w[i];
    // twin: for (int i = 0; i < 4; i++) v[i] = 0.1f * w[i];
    for (int i = 0; i < 4; i++) w[i] -= v[i];
  }
  printf("%f %f\n", w[0], w[3]);
}
