// A file that each step opens anew leaves no place behind. Twin: all steps go on in one that was opened before.
// STATE: carried w | counter step
// TWIN: carried w | counter step | cursor numbers
#include <stdio.h>
int main(void) {
  FILE *numbers = fopen("numbers.txt", "r");
  float w = 0;
  for (int step = 0; step < 8; step++) {
    FILE *file = fopen("numbers.txt", "r");
    int number = 0;
    if (fscanf(file, "%d", &number) != 1) return 1;
    // twin: if (fscanf(numbers, "%d", &number) != 1) return 1;
    fclose(file);
    w += 0.1f * ((float)(number + step) - w);
  }
  printf("%f\n", w);
  fclose(numbers);
}
