// What every step refreshes is dead. Twin: every second step does, the others use it again.
// STATE: carried w | counter step | dead direction
// TWIN: carried w direction | counter step
#include <stdio.h>
int main(void) {
  float w[3] = {1, 2, 3}, direction[3] = {0};
  for (int step = 0; step < 8; step++) {
    if (step >= 0)
      // twin: if (step % 2 == 0)
      for (int i = 0; i < 3; i++) direction[i] = w[i] - 0.5f;
    for (int i = 0; i < 3; i++) w[i] -= 0.1f * direction[i];
  }
  printf("%f %f\n", w[0], w[2]);
}
