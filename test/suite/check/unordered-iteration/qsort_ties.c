// Samples are sorted by a score that several share. Twin: by their number too.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
struct Sample {
  float score;
  int id;
};
static int Compare(const void *left, const void *right) {
  const struct Sample *a = left, *b = right;
  if (a->score != b->score) return a->score < b->score ? 1 : -1;
  return 0;
  // twin: return a->id - b->id;
}
int main(void) {
  struct Sample sample[64];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 64; i++) sample[i] = (struct Sample){(float)(i * 7 % 5), i};
    qsort(sample, 64, sizeof *sample, Compare);  // site: unordered-iteration warning state | twin: quiet
    for (int i = 0; i < 8; i++) w = 0.9f * w + 0.01f * (float)sample[i].id;
  }
  printf("%f\n", (double)w);
}
