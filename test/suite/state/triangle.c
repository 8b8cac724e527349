// A triangle that is filled and read as one is dead. Twin: what is read and added to is the other one.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
int main(void) {
  float w[4] = {1, 2, 3, 4}, h[4][4] = {{0}};
  for (int step = 0; step < 8; step++) {
    for (int r = 0; r < 4; r++)
      for (int c = 0; c <= r; c++) h[r][c] = w[c] * (float)(r + 1);
    for (int r = 0; r < 4; r++)
      for (int c = 0; c <= r; c++) w[r] -= 0.01f * h[r][c];
      // twin: for (int c = r; c < 4; c++) w[r] -= 0.01f * (h[r][c] += 0.5f);
  }
  printf("%f %f\n", w[0], w[3]);
}
