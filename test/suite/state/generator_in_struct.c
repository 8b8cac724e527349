// A generator inside the data loader's struct, with its cursor. Twin: the loader goes through its samples in order.
// STATE: carried w loader.rng loader.at | counter step
// TWIN: carried w | counter step loader.at | invariant loader.rng
#include <stdio.h>
struct Loader {
  unsigned rng;
  int at;
};
static float Next(struct Loader *loader, const float *data) {
  loader->at = (int)((loader->rng = loader->rng * 1664525u + 1013904223u) >> 29) + loader->at / 2;
  // twin: loader->at++;
  return data[loader->at & 7] + (float)(loader->rng & 1);
}
int main(void) {
  const float data[8] = {3, 1, 4, 1.5f, 9, 2, 6, 5};
  struct Loader loader = {1, 0};
  float w[6] = {1, 2, 3, 4, 5, 6};
  for (int step = 0; step < 8; step++) {
    float x = Next(&loader, data);
    for (int i = 0; i < 6; i++) w[i] += 0.2f * (x - w[5 - i]);
  }
  printf("%f %f\n", w[0], w[5]);
}
