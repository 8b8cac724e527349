// A line that a step reads fills its buffer up to its end. Twin: the last line is looked at before the next is read.
// STATE: carried w | counter step | cursor file
// TWIN: carried w line | counter step | cursor file
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *file = fopen("numbers.txt", "r");
  char line[16] = "7";
  float w = 0;
  for (int step = 0; step < 8; step++) {
    float before = 0;
    // twin: float before = (float)atoi(line);
    if (!fgets(line, sizeof line, file)) return 1;
    w += 0.1f * ((float)atoi(line) - before - w);
  }
  printf("%f\n", w);
  fclose(file);
}
