// A number to which every step adds the same comes back from the number of the step.
// Twin: it adds another one each time.
// STATE: carried w | counter step seen
// TWIN: carried w seen | counter step
#include <stdio.h>
int main(void) {
  float w = 1;
  long seen = 5;
  for (int step = 0; step < 8; step++) {
    w -= 0.1f * (w - (float)seen);
    seen += 32;
    // twin: seen += step % 3;
  }
  printf("%f %ld\n", w, seen);
}
