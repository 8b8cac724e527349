// Assembly changes a weight, and is volatile: it may do more than its operands say. Twin: it only computes.
#include <stdio.h>
int main(void) {
  int w = 1;
  for (int step = 0; step < 8; step++) {
    w = 3 * w + step;
    __asm__ volatile("addl $5, %0" : "+r"(w));  // site: opaque-call warning state
    // twin: __asm__("addl $5, %0" : "+r"(w));  // site: quiet
  }
  printf("%d\n", w);
}
