// drand48 hides its state in the library. Twin: erand48 takes the caller's.
// STATE: carried w | counter step | stream libc::drand48 | invariant mine
// TWIN: carried w mine | counter step | absent libc::drand48
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  double w = 0;
  unsigned short mine[3] = {1, 2, 3};
  srand48(mine[0]);
  for (int step = 0; step < 8; step++) {
    double noise = mine[0] + drand48();
    // twin: double noise = mine[0] + erand48(mine);
    w += 0.1 * (noise - w);
  }
  printf("%f\n", w);
}
