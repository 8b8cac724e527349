// A target network that is synchronised now and then is state. Twin: in each step, before its use.
// STATE: carried w target | counter step
// TWIN: carried w | counter step | dead target
#include <stdio.h>
#include <string.h>
int main(void) {
  float w[3] = {1, 2, 3}, target[3] = {0};
  for (int step = 0; step < 9; step++) {
    if (step % 3 == 0)
      // twin: if (step >= 0)
      memcpy(target, w, sizeof w);
    for (int i = 0; i < 3; i++) w[i] += 0.1f * (0.9f * target[2 - i] + 1 - w[i]);
  }
  printf("%f %f\n", w[0], w[2]);
}
