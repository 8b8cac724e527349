// The number goes into the file that the program leaves. Twin: it goes to the terminal.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *out = fopen("samples.txt", "w");
  if (!out) return 1;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    w = 0.9f * w + 0.1f * (float)step;
    fprintf(out, "%f %d\n", w, rand());  // site: ambient-rng error output
    // twin: printf("%f %d\n", w, rand());  // site: ambient-rng note log
  }
  fclose(out);
}
