// Two halves are read out of one word. Twin: only the first half was stored.
// OBSERVE: memory
#include <stdio.h>
struct Halves {
  unsigned short low, high;
};
__attribute__((noinline)) static float Sum(const struct Halves *of) {
  return (float)of->low + (float)of->high;  // site: quiet | twin: uninitialized error state
}
__attribute__((noinline)) static void Set(unsigned *word, unsigned value) {
  *word = value;
  // twin: *(unsigned short *)word = (unsigned short)value;
}
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    unsigned word;
    Set(&word, 70000u * (unsigned)step + 3);
    w = 0.5f * w + 1e-3f * Sum((const struct Halves *)&word);
  }
  printf("%f\n", w);
}
