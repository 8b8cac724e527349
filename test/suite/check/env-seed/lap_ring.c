// The last two times feed each other and grow: a state that no sum is. Twin: they start from constants.
// OBSERVE: runs
#include <stdio.h>
#include <time.h>
int main(void) {
  float a = (float)clock(), b = 1;  // site: env-seed error state
  // twin: float a = 3, b = 1;  // site: quiet
  for (int step = 0; step < 4; step++) {
    float next = a * b * 0.001f;
    a = b;
    b = next + 1;
  }
  printf("%a\n", a);
}
