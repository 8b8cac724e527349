// Filled by columns, read by rows: dead. Twin: one column short.
// STATE: carried w | counter step | dead t
// TWIN: carried w t | counter step
#include <stdio.h>
int main(void) {
  float w[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 8, 7, 6}}, t[4][3] = {{0}};
  for (int step = 0; step < 8; step++) {
    for (int r = 0; r < 3; r++)
      // twin: for (int r = 0; r < 2; r++)
      for (int c = 0; c < 4; c++) t[c][r] = w[r][c];
    t[3][2] += 1;
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 4; c++) w[r][c] -= 0.1f * t[c][r];
  }
  printf("%f %f\n", w[0][0], w[2][3]);
}
