// Rows of an embedding that a step does not touch keep their moments. Twin: moments that each step sets before use.
// STATE: carried row m | counter step
// TWIN: carried row | counter step | dead m
#include <stdio.h>
int main(void) {
  const int word[9] = {0, 3, 1, 4, 2, 0, 3, 1, 4};
  float row[5][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 1}}, m[5][2] = {{0}};
  for (int step = 0; step < 9; step++) {
    int at = word[step];
    for (int c = 0; c < 2; c++) m[at][c] = 0.5f * m[at][c] + row[at][1 - c];
    // twin: for (int c = 0; c < 2; c++) m[at][c] = row[at][1 - c];
    for (int c = 0; c < 2; c++) row[at][c] -= 0.1f * m[at][c];
  }
  printf("%f %f\n", row[0][0], row[4][1]);
}
