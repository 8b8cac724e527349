// Rows of a gradient are padded to a width, and its norm takes all of it. Twin: the padding is cleared.
// OBSERVE: memory
#include <stdio.h>
#include <stdlib.h>
enum { kRows = 6, kUsed = 5, kWide = 8 };
struct Buffers {
  double *gradient;
};
int main(void) {
  struct Buffers buffers;
  buffers.gradient = malloc(kRows * kWide * sizeof(double));
  // twin: buffers.gradient = calloc(kRows * kWide, sizeof(double));
  if (!buffers.gradient) return 1;
  double w = 1;
  for (int step = 0; step < 8; step++) {
    for (int row = 0; row < kRows; row++)
      for (int j = 0; j < kUsed; j++) buffers.gradient[row * kWide + j] = w * (row - j);
    double norm = 0;
    for (int i = 0; i < kRows * kWide; i++)
      norm += buffers.gradient[i] * buffers.gradient[i];  // site: uninitialized error state | twin: quiet
    w -= 0.001 * norm;
  }
  printf("%.17g\n", w);
  free(buffers.gradient);
  return 0;
}
