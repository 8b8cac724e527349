// Assembly changes a weight. Twin: C does.
#include <stdio.h>
int main(void) {
  int w = 1;
  for (int step = 0; step < 8; step++) {
    w = 3 * w + step;
    __asm__("addl $5, %0" : "+r"(w));  // site: opaque-call warning state
    // twin: w += 5;  // site: quiet
  }
  printf("%d\n", w);
}
