// A place in a file that each step seeks from its number is no state. Twin: from where it stands.
// STATE: carried w | counter step
// TWIN: carried w | counter step | cursor file
#include <stdio.h>
int main(void) {
  FILE *file = fopen("numbers.txt", "rb");
  float w = 0;
  for (int step = 0; step < 8; step++) {
    if (fseek(file, step * 5, SEEK_SET) != 0) return 1;
    // twin: if (fseek(file, 3, SEEK_CUR) != 0) return 1;
    w += 0.1f * ((float)fgetc(file) - w);
  }
  printf("%f\n", w);
  fclose(file);
}
