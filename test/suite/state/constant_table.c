// A table that no step changes is there again after a restart. Twin: its first entry moves.
// STATE: carried w | counter step | invariant table
// TWIN: carried w table | counter step
#include <stdio.h>
int main(void) {
  float table[4], w = 0;
  for (int i = 0; i < 4; i++) table[i] = (float)(i * i);
  for (int step = 0; step < 8; step++) {
    w += 0.1f * (table[step & 3] - w);
    w += 0.1f * (table[2] - w);
    // twin: table[0] += 1;
  }
  printf("%f\n", w);
}
