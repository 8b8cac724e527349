// One field of the optimizer is never set. Twin: it is.
// OBSERVE: memory
#include <stdio.h>
#include <stdlib.h>
struct Optimizer {
  float rate, decay, momentum;
};
__attribute__((noinline)) static struct Optimizer *New(void) {
  struct Optimizer *made = malloc(sizeof *made);
  if (!made) exit(1);
  made->rate = 0.1f;
  made->decay = 0.01f;
  // twin: made->decay = 0.01f, made->momentum = 0.9f;
  return made;
}
int main(void) {
  struct Optimizer *optimizer = New();
  float w = 1, v = 0;
  for (int step = 0; step < 8; step++) {
    v = optimizer->momentum * v + w;  // site: uninitialized error state | twin: quiet
    w -= optimizer->rate * v + optimizer->decay * w;
  }
  printf("%f\n", w);
  free(optimizer);
}
