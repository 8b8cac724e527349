// The best loss and the weights that had it are state. Twin: nobody asks for those weights.
// STATE: carried w best best_w | counter step
// TWIN: carried w best | counter step | dead best_w
#include <stdio.h>
#include <string.h>
int main(void) {
  float w[2] = {3, -2}, best_w[2] = {0, 0}, best = 1e9f;
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 2; i++) w[i] -= 0.9f * (w[i] - (float)(step % 3));
    float loss = w[0] * w[0] + w[1] * w[1];
    if (loss < best) {
      best = loss;
      memcpy(best_w, w, sizeof w);
    }
  }
  printf("%f %f %f %f\n", w[0], w[1], best, best_w[0]);
  // twin: printf("%f %f %f\n", w[0], w[1], best);
}
