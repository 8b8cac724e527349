// How far a file has been read is state. Twin: each step starts from its beginning.
// STATE: carried w | counter step | cursor file
// TWIN: carried w | counter step
#include <stdio.h>
int main(void) {
  FILE *file = fopen("numbers.txt", "r");
  float w = 0;
  for (int step = 0; step < 8; step++) {
    clearerr(file);
    // twin: rewind(file);
    int number = 0;
    if (fscanf(file, "%d", &number) != 1) return 1;
    w += 0.1f * ((float)(number + step) - w);
  }
  printf("%f\n", w);
  fclose(file);
}
