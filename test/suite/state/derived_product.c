// A number that the step alone tells is computed again. Twin: it follows from its own past.
// STATE: carried w | counter step | derived place
// TWIN: carried w place | counter step
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int batch = argc > 1 ? atoi(argv[1]) : 3;
  float w = 0;
  int place = 0;
  for (int step = 0; step < 7; step++) {
    w += 0.5f * ((float)(place & 7) - w);
    place += batch;
    // twin: place += batch + place % 2;
  }
  printf("%f\n", w);
}
