// Of two blocks the one with the lower address comes first. Twin: a cursor against the end of its text.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
struct Text {
  float *at, *end;
};
int main(void) {
  float *a = calloc(4, sizeof *a), *b = calloc(400000, sizeof *b);
  if (!a || !b) return 1;
  struct Text text = {a, b};
  // twin: struct Text text = {a, a + 4};
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float sign = text.at < text.end ? 1.0f : -1.0f;  // site: pointer-order error state | twin: quiet
    w = 0.5f * w + sign * (float)step;
    a[step % 4] += w;
    text.at = a + step % 3;
  }
  printf("%f %f\n", w, a[0]);
  free(a);
  free(b);
}
