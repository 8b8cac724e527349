// What is appended to a block that grows is state. Twin: the step drops it first.
// STATE: carried w history | counter step used
// TWIN: carried w | counter step | dead history used
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w = 5, *history = NULL;
  int used = 0;
  for (int step = 0; step < 8; step++) {
    w -= 0.1f * (w - (float)step);
    history = realloc(history, (used + 1) * sizeof *history);
    // twin: free(history); history = malloc(sizeof *history); used = 0;
    history[used++] = w;
    printf("%f\n", history[used / 2]);
  }
  printf("%f\n", w);
  free(history);
}
