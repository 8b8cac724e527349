// Neither a limit nor the row that it is of has a value where no case fits. Twin: they have.
// OBSERVE: none
#include <stdio.h>
int main(void) {
  static const float losses[8] = {5, 4, 6, 3, 7, 2, 8, 1};
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float limit;
    // twin: float limit = 9;
    int rounds;
    // twin: int rounds = 0;
    const float *row;
    // twin: const float *row = losses;
    if (losses[step] > 4) {
      limit = losses[step] / 2;
      row = &losses[step];
      rounds = step;
    }
    w = 0.5f * w + limit;  // site: uninitialized warning state | twin: quiet
    w += (float)rounds;  // site: uninitialized warning state | twin: quiet
    if (row != NULL) w += 0.25f;  // site: uninitialized warning state | twin: quiet
  }
  printf("%.9g\n", (double)w);
}
