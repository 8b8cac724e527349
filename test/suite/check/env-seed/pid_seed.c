// The process id seeds a generator. Twin: it is printed.
// OBSERVE: runs
#include <stdio.h>
#include <unistd.h>
int main(void) {
  unsigned rng = 2463534242u;
  rng ^= (unsigned)getpid();  // site: env-seed error state
  // twin: printf("pid %d\n", (int)getpid());  // site: quiet
  float w = 0;
  for (int step = 0; step < 8; step++) {
    rng ^= rng << 13;
    rng ^= rng >> 17;
    rng ^= rng << 5;
    w = 0.5f * w + (float)(rng % 100);
  }
  printf("%f\n", w);
}
