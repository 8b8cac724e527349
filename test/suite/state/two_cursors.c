// Two handles of one file, each with its own place. Twin: the second is read in each step from its front.
// STATE: carried w | counter step | cursor train valid
// TWIN: carried w | counter step | cursor train
#include <stdio.h>
static float Read(FILE *file) {
  int number = 0;
  return fscanf(file, "%d", &number) == 1 ? (float)number : -1;
}
int main(void) {
  FILE *train = fopen("numbers.txt", "r"), *valid = fopen("numbers.txt", "r");
  float w = 0;
  for (int step = 0; step < 8; step++) {
    w += 0.1f * (Read(train) - w);
    if (step % 3) continue;
    fseek(valid, 2, SEEK_CUR);
    // twin: fseek(valid, 2, SEEK_SET);
    printf("%d %f\n", step, Read(valid) - w);
  }
  printf("%f\n", w);
  fclose(train);
  fclose(valid);
}
