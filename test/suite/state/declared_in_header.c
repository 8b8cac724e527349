// A header declares the buffer that this file defines without a value: it starts as null, which the first step sees.
// Twin: each step fills it before it reads it.
// STATE: carried w ::buffer | counter step
// TWIN: carried w | counter step | dead ::buffer
#include <stdio.h>
#include <stdlib.h>
extern float *buffer;
float *buffer;
extern float *buffer;
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    if (!buffer) buffer = calloc(3, sizeof(float));
    buffer[step % 3] = 0.5f * buffer[step % 3] + w;
    // twin: for (int i = 0; i < 3; i++) buffer[i] = 0.5f * w;
    w += 0.1f * buffer[0];
  }
  printf("%f\n", w);
}
