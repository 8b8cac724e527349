// A generator that each step seeds from its number carries nothing over. Twin: only the first step seeds it.
// STATE: carried w | counter step
// TWIN: carried w | counter step | stream libc::rand
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 0;
  for (int step = 0; step < 8; step++) {
    srand(step);
    // twin: if (step == 0) srand(5);
    float noise = (float)(rand() % 100);
    w += 0.1f * (noise - w);
  }
  printf("%f\n", w);
}
