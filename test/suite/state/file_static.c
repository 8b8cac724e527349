// A static of the file. Twin: each step sets it first.
// STATE: carried w file_static.c::bias | counter step
// TWIN: carried w | counter step | dead file_static.c::bias
#include <stdio.h>
static float bias = 1;
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    bias *= 0.9f;
    // twin: bias = 0.1f * (float)step;
    w += 0.5f * (bias - w);
  }
  printf("%f\n", w);
}
