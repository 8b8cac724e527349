// A result that is not set where the input ends. Twin: it has a value before.
#include <stdio.h>
static void Next(FILE *in, float *x) {
  if (fscanf(in, "%f", x) != 1) rewind(in);
}
int main(void) {
  FILE *in = tmpfile();
  if (!in) return 1;
  fprintf(in, "%c", '\n');
  rewind(in);
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float x;
    // twin: float x = 0;
    Next(in, &x);
    w = 0.5f * w + x;  // site: uninitialized warning state | twin: quiet
  }
  printf("%f\n", w);
  fclose(in);
}
