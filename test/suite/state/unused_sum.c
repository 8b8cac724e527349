// A sum is state as soon as something prints it. Twin: the step prints its own loss alone, and sets the sum anew.
// STATE: carried w sum | counter step
// TWIN: carried w | counter step | dead sum
#include <stdio.h>
int main(void) {
  float w = 5, sum = 0;
  for (int step = 0; step < 8; step++) {
    w -= 0.1f * (w - 1);
    sum += w;
    // twin: sum = w;
    printf("%f\n", sum);
  }
  printf("%f\n", w);
}
