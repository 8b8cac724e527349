// NOLINTBEGIN to NOLINTEND around nothing. Twin: around a seed and a draw.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  float w = 1;
  // NOLINTBEGIN(detrain-*): the game has to differ each time // site: unused-suppression warning none | twin: quiet
  srand(7);
  // twin: srand((unsigned)time(NULL));  // site: quiet
  for (int step = 0; step < 8; step++) {
    w = 0.5f * w + (float)step;
    // twin: w = 0.5f * w + (float)(rand() % 8);  // site: quiet
  }
  // NOLINTEND(detrain-*)
  printf("%f\n", w);
}
