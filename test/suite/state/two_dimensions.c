// Rows and columns that a step fills are dead. Twin: it leaves the first row.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
int main(void) {
  float w[4] = {1, 2, 3, 4}, h[3][4] = {{0}};
  for (int step = 0; step < 8; step++) {
    for (int r = 0; r < 3; r++)
      // twin: for (int r = 1; r < 3; r++)
      for (int c = 0; c < 4; c++) h[r][c] = w[c] * (float)(r + c);
    for (int c = 0; c < 4; c++) h[0][c] += 0.1f;
    for (int c = 0; c < 4; c++) {
      float sum = 0;
      for (int r = 0; r < 3; r++) sum += h[r][c];
      w[c] -= 0.01f * sum;
    }
  }
  printf("%f %f\n", w[0], w[3]);
}
