// A copy over the whole block kills it. Twin: over half of it.
// STATE: carried w | counter step | dead before
// TWIN: carried w before | counter step
#include <stdio.h>
#include <string.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, before[6] = {0};
  for (int step = 0; step < 8; step++) {
    memcpy(before, w, sizeof w);
    // twin: memcpy(before, w, sizeof w / 2);
    for (int i = 0; i < 6; i++) w[i] = 0.3f * before[i] + 0.6f * before[5 - i] + 0.1f;
    before[5] += 0.5f;
  }
  printf("%f %f\n", w[0], w[5]);
}
