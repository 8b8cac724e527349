// One half of a block is kept, the other is filled: the block is one entry, and is state. Twin: both are filled.
// STATE: carried w pair | counter step
// TWIN: carried w | counter step | dead pair
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float *pair = calloc(8, sizeof *pair), w[6] = {1, 2, 3, 4, 5, 6};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 4; i++) pair[i] = 0.5f * w[i];
    for (int i = 4; i < 8; i++) pair[i] = 0.5f * pair[i] + w[i - 4];
    // twin: for (int i = 4; i < 8; i++) pair[i] = w[i - 4];
    for (int i = 0; i < 6; i++) w[i] -= 0.1f * (pair[i] + pair[i + 2]);
  }
  printf("%f %f\n", w[0], w[5]);
  free(pair);
}
