// An evaluation that draws from the training's generator moves it on. Twin: it seeds one of its own.
// STATE: carried w rng | counter step | invariant eval_seed
// TWIN: carried w rng | counter step eval_seed
#include <stdio.h>
static float Draw(unsigned *rng) {
  *rng = *rng * 1664525u + 1013904223u;
  return (float)(*rng >> 24);
}
int main(void) {
  unsigned rng = 1, eval_seed = 5;
  float w = 0;
  for (int step = 0; step < 8; step++) {
    w += 0.1f * (Draw(&rng) - w);
    float score = w * Draw(&rng) + (float)eval_seed;
    // twin: float score = w * Draw(&(unsigned){eval_seed++});
    printf("%d %f\n", step, score);
  }
  printf("%f\n", w);
}
