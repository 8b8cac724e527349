// A struct on the heap: a member that each step sets is dead. Twin: it is kept.
// STATE: carried m->w | counter step | dead m->loss
// TWIN: carried m->w m->loss | counter step
#include <stdio.h>
#include <stdlib.h>
struct Model {
  float w[4], loss;
};
int main(void) {
  struct Model *m = calloc(1, sizeof *m);
  for (int step = 0; step < 8; step++) {
    m->loss = 0;
    // twin: m->loss *= 0.9f;
    for (int i = 0; i < 4; i++) m->loss += m->w[i] - 1;
    for (int i = 0; i < 4; i++) m->w[i] -= 0.01f * m->loss + 0.001f * (float)(i + step);
  }
  printf("%f %f\n", m->w[0], m->w[3]);
  free(m);
}
