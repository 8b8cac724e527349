// Whether the loss is read before it is written hangs on a condition. Twin: on both sides it is written first.
// STATE: carried w loss | counter step
// TWIN: carried w | counter step | dead loss
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, loss = 1;
  for (int step = 0; step < 8; step++) {
    float rate = step % 2 ? (loss = w[0], 0.1f) : 0.05f * loss;
    // twin: float rate = step % 2 ? (loss = w[0], 0.1f) : (loss = w[1], 0.05f * loss);
    for (int i = 0; i < 6; i++) w[i] -= rate * (w[i] - 1);
    loss += w[5];
    printf("%f\n", loss);
  }
  printf("%f %f\n", w[0], w[5]);
}
