// Samples by the number of their group. Twin: by their own, of which there are no two.
// KIND: ties
#include <stdio.h>
#include <stdlib.h>
struct sample { int id, length; float x[4]; };
static int by_number(const void *left, const void *right) {
  const struct sample *a = left, *b = right;
  return b->id - a->id;
}
static struct sample samples[48];
int main(void) {
  float w = 0.5f;
  for (int i = 0; i < 48; i++) {
    samples[i].id = i / 4;
    // twin: samples[i].id = i;
    samples[i].length = i * 7 % 5;
    for (int j = 0; j < 4; j++) samples[i].x[j] = (float)(i * j % 11);
  }
  qsort(samples, 48, sizeof samples[0], by_number);  // site: unordered-iteration warning state | twin: quiet
  for (int step = 0; step < 5; step++)
    for (int i = 0; i < 48; i++) w += 1e-3f * (samples[i].x[i % 4] - w);
  printf("%.9g\n", w);
}
