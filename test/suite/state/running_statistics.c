// The running mean of a batch norm is state, the batch's own mean is not. Twin: the layer uses the batch's alone.
// STATE: carried w running | counter step | dead mean
// TWIN: carried w | counter step | dead mean running
#include <stdio.h>
int main(void) {
  float w[2] = {1, 2}, mean[2] = {0}, running[2] = {0};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 2; i++) {
      mean[i] = 0;
      for (int b = 0; b < 3; b++) mean[i] += w[i] * (float)(b + step % 2) / 3;
      running[i] = 0.9f * running[i] + 0.1f * mean[i];
      // twin: running[i] = mean[i];
    }
    for (int i = 0; i < 2; i++) w[i] -= 0.1f * (mean[i] - 1);
    printf("step %d: %f\n", step, running[0] + running[1]);
  }
  printf("%f %f\n", w[0], w[1]);
}
