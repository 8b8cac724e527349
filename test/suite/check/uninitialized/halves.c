// Two halves are read where one was stored. Twin: where a whole word was.
// OBSERVE: memory
#include <stdio.h>
#include <stdlib.h>
struct Halves {
  unsigned short low, high;
};
__attribute__((noinline)) static float Sum(const struct Halves *of) {
  return (float)of->low + (float)of->high;  // site: uninitialized error state | twin: quiet
}
__attribute__((noinline)) static void Set(unsigned *word, unsigned value) {
  *(unsigned short *)word = (unsigned short)value;
  // twin: *word = value;
}
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    unsigned *word = malloc(sizeof *word);
    if (!word) return 1;
    Set(word, 70000u * (unsigned)step + 3);
    w = 0.5f * w + 1e-3f * Sum((const struct Halves *)word);
    free(word);
  }
  printf("%f\n", w);
}
