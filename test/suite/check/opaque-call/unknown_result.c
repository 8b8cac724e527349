// An unknown result reaches a weight. Twin: it is printed, and the function cannot see the weight.
// LINK: Inputs/mix.c
#include <stdio.h>
float Tune(float x);
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float x = Tune((float)step);  // site: opaque-call warning state | twin: opaque-call note log
    w = 0.5f * w + x;
    // twin: w = 0.5f * w + 1, printf("%f\n", x);
  }
  printf("%f\n", w);
}
