// Two structs change places by value: both are state. Twin: the second is a copy of the first.
// STATE: carried now.w then.w | counter step
// TWIN: carried now.w | counter step | dead then.w
#include <stdio.h>
struct Net {
  float w[6];
};
int main(void) {
  struct Net now = {{1, 2, 3, 4, 5, 6}}, then = {{6, 5, 4, 3, 2, 1}};
  for (int step = 0; step < 7; step++) {
    struct Net old = then;
    // twin: struct Net old = now;
    then = now;
    now = old;
    for (int i = 0; i < 6; i++) now.w[i] = 0.5f * then.w[5 - i] + 0.3f * now.w[i] + (float)step;
  }
  printf("%f %f\n", now.w[0], now.w[5]);
}
