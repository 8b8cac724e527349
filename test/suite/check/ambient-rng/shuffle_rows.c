// Rows are shuffled in place by a hidden generator. Twin: by one whose state is the program's own.
#include <stdio.h>
#include <stdlib.h>
static unsigned state = 12345;
static unsigned Own(void) {
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}
int main(void) {
  int row[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  float w = (float)(Own() % 4);
  for (int step = 0; step < 6; step++) {
    for (int i = 7; i > 0; i--) {
      int j = (int)((unsigned)lrand48() % (unsigned)(i + 1));  // site: ambient-rng error state
      // twin: int j = (int)(Own() % (unsigned)(i + 1));  // site: quiet
      int t = row[i];
      row[i] = row[j];
      row[j] = t;
    }
    for (int i = 0; i < 8; i++) w = 0.7f * w + (float)row[i];
  }
  printf("%f\n", w);
}
