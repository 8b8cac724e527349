// Normal numbers come in pairs: the spare one waits in the function, with a flag. Twin: it is thrown away.
// STATE: carried w rng Normal::spare Normal::has_spare | counter step
// TWIN: carried w rng | counter step | dead Normal::has_spare
#include <math.h>
#include <stdio.h>
static float Uniform(unsigned *rng) {
  *rng = *rng * 1664525u + 1013904223u;
  return ((float)(*rng >> 8) + 1) / 16777217;
}
static float Normal(unsigned *rng) {
  static float spare;
  static int has_spare;
  ;
  // twin: has_spare = 0;
  if (has_spare) {
    has_spare = 0;
    return spare;
  }
  float radius = sqrtf(-2 * logf(Uniform(rng))), angle = 6.2831853f * Uniform(rng);
  spare = radius * sinf(angle);
  has_spare = 1;
  return radius * cosf(angle);
}
int main(void) {
  unsigned rng = 1;
  float w = 0;
  for (int step = 0; step < 9; step++) w += 0.3f * Normal(&rng);
  printf("%f\n", w);
}
