// rand() in the step: its hidden state is state. Twin: a draw that depends on the step alone.
// STATE: carried w | counter step | stream libc::rand
// TWIN: carried w | counter step | absent libc::rand
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 0;
  srand(7);
  for (int step = 0; step < 8; step++) {
    float noise = (float)(rand() % 100);
    // twin: float noise = (float)(step * 37 % 100);
    w += 0.1f * (noise - w);
  }
  printf("%f\n", w);
}
