// The losses of the last four steps, by the number of the step. Twin: those of the last one alone are read.
// STATE: carried w recent | counter step
// TWIN: carried w | counter step | dead recent
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, recent[4] = {0};
  for (int step = 0; step < 9; step++) {
    float loss = 0;
    for (int i = 0; i < 6; i++) loss += w[i] * w[i];
    recent[step % 4] = loss;
    float mean = 0.25f * (recent[0] + recent[1] + recent[2] + recent[3]);
    // twin: float mean = recent[step % 4];
    for (int i = 0; i < 6; i++) w[i] -= mean > 20 ? 0.1f * w[i] : 0.02f * w[5 - i];
    printf("%f\n", mean);
  }
  printf("%f %f\n", w[0], w[5]);
}
