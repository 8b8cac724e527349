// A buffer that a read fills is dead, the place in the file is not. Twin: half of the buffer is read.
// STATE: carried w | counter step | cursor file | dead batch
// TWIN: carried w batch | counter step | cursor file
#include <stdio.h>
int main(void) {
  FILE *file = fopen("numbers.txt", "r");
  char batch[8] = {0};
  float w = 0;
  for (int step = 0; step < 8; step++) {
    if (fread(batch, 1, 8, file) != 8) return 1;
    // twin: if (fread(batch, 1, 4, file) != 4) return 1;
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += batch[i];
    batch[7] += 3;
    w += 0.1f * ((float)sum - w);
  }
  printf("%f\n", w);
  fclose(file);
}
