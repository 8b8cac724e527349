// Rows behind a table of pointers: a step fills them all. Twin: all but the last.
// STATE: carried w | counter step | dead row[]
// TWIN: carried w row[] | counter step
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w[4] = {1, 2, 3, 4}, *row[3];
  for (int r = 0; r < 3; r++) row[r] = calloc(4, sizeof *row[r]);
  for (int step = 0; step < 8; step++) {
    for (int r = 0; r < 3; r++)
      // twin: for (int r = 0; r < 2; r++)
      for (int c = 0; c < 4; c++) row[r][c] = w[c] * (float)r;
    row[2][0] += 0.5f;
    for (int c = 0; c < 4; c++) w[c] -= 0.1f * (row[0][c] + row[1][c] + row[2][c]);
  }
  printf("%f %f\n", w[0], w[3]);
  for (int r = 0; r < 3; r++) free(row[r]);
}
