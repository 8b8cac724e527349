// Assigning a whole struct kills all its members. Twin: one member alone is set.
// STATE: carried w | counter step | dead sum.first sum.second
// TWIN: carried w sum.second | counter step | dead sum.first
#include <stdio.h>
struct Moments {
  float first, second;
};
int main(void) {
  float w = 1;
  struct Moments sum = {0, 0};
  for (int step = 0; step < 8; step++) {
    sum = (struct Moments){0, 0};
    // twin: sum.first = 0;
    for (int b = 0; b < 3; b++) {
      sum.first += w - (float)b;
      sum.second += (float)(b * step);
    }
    w -= 0.1f * sum.first + 0.01f * sum.second;
  }
  printf("%f\n", w);
}
