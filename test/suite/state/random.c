// random() is one generator of the library, drand48() is another: the step draws from neither. Twin: from the second.
// STATE: carried w | counter step | absent libc::drand48 libc::rand
// TWIN: carried w | counter step | stream libc::drand48 | absent libc::rand
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  double w, first;
  srandom(4);
  srand48(4);
  w = (double)(random() % 10);
  first = drand48();
  for (int step = 0; step < 8; step++) {
    double noise = step % 5;
    // twin: double noise = drand48();
    w += 0.1 * (noise + first - w);
  }
  printf("%f\n", w);
}
