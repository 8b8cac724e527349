// A generator that only the initialisation draws from is no state. Twin: the step draws from it too.
// STATE: carried w | counter step | absent libc::rand
// TWIN: carried w | counter step | stream libc::rand
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w[3];
  srand(7);
  for (int i = 0; i < 3; i++) w[i] = (float)(rand() % 100);
  for (int step = 0; step < 8; step++) {
    float target = (float)(step % 3);
    // twin: float target = (float)(rand() % 3);
    for (int i = 0; i < 3; i++) w[i] += 0.1f * (target - w[i]);
  }
  printf("%f %f\n", w[0], w[2]);
}
