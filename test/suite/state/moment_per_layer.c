// A moment of one layer alone: of two structs of one type, one has a member that is state. Twin: neither.
// STATE: carried first.w second.w second.m | counter step | dead first.m
// TWIN: carried first.w second.w | counter step | dead first.m second.m
#include <stdio.h>
struct Layer {
  float w[4], m[4];
};
static void Step(struct Layer *l, int keep, float x) {
  if (!keep)
    for (int i = 0; i < 4; i++) l->m[i] = 0;
  for (int i = 0; i < 4; i++) l->m[i] = 0.5f * l->m[i] + l->w[i] - x;
  for (int i = 0; i < 4; i++) l->w[i] -= 0.1f * l->m[i];
}
int main(void) {
  struct Layer first = {{1, 2, 3, 4}, {0}}, second = {{4, 3, 2, 1}, {0}};
  for (int step = 0; step < 8; step++) {
    Step(&first, 0, (float)step);
    Step(&second, 1, (float)step);
    // twin: Step(&second, 0, (float)step);
  }
  printf("%f %f\n", first.w[0], second.w[3]);
}
