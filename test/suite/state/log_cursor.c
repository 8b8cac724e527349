// A file that is written line by line goes on where it stood. Twin: each step writes it anew from its front.
// STATE: carried w | counter step | cursor log
// TWIN: carried w | counter step
#include <stdio.h>
int main(void) {
  FILE *log = fopen("log.txt", "w");
  float w = 5;
  for (int step = 0; step < 8; step++) {
    w -= 0.1f * (w - (float)step);
    fflush(log);
    // twin: rewind(log);
    fprintf(log, "%d %f\n", step, w);
  }
  fclose(log);
  printf("%f\n", w);
}
