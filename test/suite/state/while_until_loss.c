// The test of the loop looks at the loss of the step before. Twin: at the weight itself.
// STATE: carried w loss | counter steps
// TWIN: carried w | counter steps | dead loss
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, loss = 99;
  int steps = 0;
  while (loss > 8) {
    // twin: while (w[5] > 1.5f) {
    loss = 0;
    for (int i = 0; i < 6; i++) loss += w[i] * w[i];
    for (int i = 0; i < 6; i++) w[i] -= 0.15f * w[i];
    steps++;
  }
  printf("%f %d\n", w[0], steps);
}
