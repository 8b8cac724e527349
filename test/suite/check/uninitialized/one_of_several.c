// Several variables are declared together, some of them without a value. Twin: all have one.
// OBSERVE: none
#include <stdio.h>
int main(void) {
  static const float losses[8] = {5, 4, 6, 3, 7, 2, 8, 1};
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float limit, scale = 0.5f;
    // twin: float limit = 9, scale = 0.5f;
    const float *row , *last = losses;
    // twin: const float *row = losses, *last = losses;
    if (losses[step] > 4) {
      limit = losses[step] / 2;
      row = &losses[step];
    }
    w = scale * w + limit;  // site: uninitialized warning state | twin: quiet
    if (row != last) w += 0.25f;  // site: uninitialized warning state | twin: quiet
  }
  printf("%.9g\n", (double)w);
}
