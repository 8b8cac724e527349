// The number is read back from a file that the step wrote. Twin: the step number is written.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 0;
  for (int step = 0; step < 8; step++) {
    FILE *file = fopen("exchange.txt", "w+");
    if (!file) return 1;
    int number = 0;
    fprintf(file, "%d", rand() % 100);  // site: ambient-rng error state
    // twin: fprintf(file, "%d", step);  // site: quiet
    rewind(file);
    if (fscanf(file, "%d", &number) != 1) return 1;
    fclose(file);
    w = 0.5f * w + (float)number;
  }
  printf("%f\n", w);
}
