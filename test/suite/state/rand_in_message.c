// A draw that only a message shows moves the generator, which nothing else uses: it is state, since text is repeated.
// Twin: the message shows the step.
// STATE: carried w | counter step | stream libc::rand
// TWIN: carried w | counter step | absent libc::rand
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 5;
  for (int step = 0; step < 8; step++) {
    w -= 0.1f * (w - 1);
    printf("message %d\n", rand() % 100);
    // twin: printf("message %d\n", step % 100);
  }
  printf("%f\n", w);
}
