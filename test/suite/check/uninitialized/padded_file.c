// A table with a padded row goes to a file. Twin: the loop fills the padding, too.
// OBSERVE: none
// KIND: memory
#include <stdio.h>
int main(void) {
  float table[7 * 4];
  float w = 1;
  for (int step = 0; step < 8; step++) {
    w = 0.5f * w + (float)step;
    for (int row = 0; row < 7; row++)
      for (int j = 0; j < 3; j++) table[4 * row + j] = w * (float)(row + j);
    // twin: for (int j = 0; j < 4; j++) table[4 * row + j] = w * (float)(row + j);
  }
  FILE *file = fopen("table.bin", "wb");
  if (!file) return 1;
  fwrite(table, sizeof table, 1, file);  // site: uninitialized error output | twin: quiet
  fclose(file);
  printf("%f\n", w);
}
