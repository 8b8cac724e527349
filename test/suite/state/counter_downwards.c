// A countdown is a counter. Twin: it halves.
// STATE: carried w | counter left
// TWIN: carried w left
#include <stdio.h>
int main(void) {
  float w = 1, loss = 0;
  int left = 100;
  while (left > 2) {
    loss = w - (float)left;
    w -= 0.1f * loss;
    left -= 14;
    // twin: left /= 2;
  }
  printf("%f %d\n", w, left);
}
