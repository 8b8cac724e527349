// One weight is a float. Twin: all arithmetic is of integers, so that the flag changes nothing.  // site: fast-math warning state | twin: quiet
// FLAGS: -O2 -ffast-math
#include <stdio.h>
int main(void) {
  float w = 1;
  // twin: int w = 1;
  int total = 0;
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 100; i++) w = w / 3 + 7;
    total += (int)w;
  }
  printf("%d %d\n", total, (int)w);
}
