// A program's own function keeps its name where the C library, and so the runtime, has one of that name.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s own.c && %detrain rewrite own.c -o out -- -std=c99
// RUN: cd %t/out && gcc -std=c99 -O2 -Wall -Werror -I%rt_include own.c %rt_lib -lstdc++ -lm -lpthread -o own
// RUN: cd %t/out && %detrain verify --kill-at 1 --poison -- ./own
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *strdup(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  return strcpy(copy, text);
}
int main(void) {
  char *name = strdup("w");
  double w[4] = {0};
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 4; i++)
      w[i] += 0.5 * (i + 1 - w[3 - i]);
    printf("%s %f\n", name, w[0]);
  }
  free(name);
}
