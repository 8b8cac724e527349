// A batch that is drawn one step ahead is state. Twin: it is drawn in the step that uses it.
// STATE: carried w batch prefetched_batch.c::rng | counter step
// TWIN: carried w prefetched_batch.c::rng | counter step | dead batch
#include <stdio.h>
static unsigned rng = 1;
static void Draw(float *batch) {
  for (int i = 0; i < 4; i++) {
    rng = rng * 1664525u + 1013904223u;
    batch[i] = (float)(rng >> 28);
  }
}
int main(void) {
  float w[4] = {1, 2, 3, 4}, batch[4] = {0};
  Draw(batch);
  for (int step = 0; step < 8; step++) {
    if (step < 0) printf("never\n");
    // twin: Draw(batch);
    for (int i = 0; i < 4; i++) w[i] += 0.2f * (batch[i] - w[3 - i]);
    Draw(batch);
  }
  printf("%f %f\n", w[0], w[3]);
}
