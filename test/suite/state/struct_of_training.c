// One struct for everything: weights, moments and counts are state, scratch is not. Twin: the scratch is kept.
// STATE: carried t.w t.v | counter t.step | dead t.g
// TWIN: carried t.w t.v t.g | counter t.step
#include <stdio.h>
struct Training {
  float w[3], v[3], g[3];
  int step;
};
static void Step(struct Training *t) {
  for (int i = 0; i < 3; i++) t->g[i] = t->w[i] - (float)i;
  // twin: for (int i = 0; i < 3; i++) t->g[i] += t->w[i] - (float)i;
  for (int i = 0; i < 3; i++) t->v[i] = 0.5f * t->v[i] + 0.1f * t->g[i];
  for (int i = 0; i < 3; i++) t->w[i] -= t->v[i];
}
int main(void) {
  struct Training t = {{1, 2, 3}, {0}, {0}, 0};
  for (t.step = 0; t.step < 8; t.step++) Step(&t);
  printf("%f %f\n", t.w[0], t.w[2]);
}
