// One member of all elements is state, another is not. Twin: both are.
// STATE: carried unit[].w | counter step | dead unit[].g
// TWIN: carried unit[].w unit[].g | counter step
#include <stdio.h>
struct Unit {
  float w, g;
};
int main(void) {
  struct Unit unit[3] = {{1, 0}, {2, 0}, {3, 0}};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 3; i++)
      unit[i].g = 0;
      // twin: unit[i].g *= 0.5f;
    for (int i = 0; i < 3; i++) unit[i].g += unit[i].w - 0.5f;
    for (int i = 0; i < 3; i++) unit[i].w -= 0.1f * unit[i].g;
  }
  printf("%f\n", unit[0].w + unit[2].w);
}
