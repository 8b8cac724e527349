// What the test of a loop reads before anything else is state; the number that it has just read is not. Twin: it looks
// at the last number first.
// STATE: carried w | cursor file | dead number
// TWIN: carried w number | cursor file
#include <stdio.h>
int main(void) {
  FILE *file = fopen("numbers.txt", "r");
  int number = 0;
  float w = 0, loss = 0;
  while (fscanf(file, "%d", &number) == 1 && number != 62) {
    // twin: while (number != 62 && fscanf(file, "%d", &number) == 1) {
    loss = w - (float)number;
    w -= 0.1f * loss;
  }
  printf("%f\n", w);
  fclose(file);
}
