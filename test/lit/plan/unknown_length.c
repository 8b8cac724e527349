// What is read from outside may be less than there is room for: pointers behind it are what they were, and so is what
// they lead to.
// RUN: cd %S && %detrain plan --model Inputs/bytes.json unknown_length.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan --model Inputs/bytes.json unknown_length.c -- -DTWIN=1 | FileCheck %s
//
// CHECK: bitwise
// CHECK: {{^  }}::cell.w {{.*}} carried{{$}}
//
// Twin 1: as much is asked for as there is, and the program looks at how much there was.
#include <stdio.h>
#include <stdlib.h>
struct cell { int n; float *w; } cell;
int receive(void *bytes);
int main(void) {
  FILE *file = fopen("data", "rb");
  cell.w = calloc(4, sizeof(float));
  for (int step = 0; step < 10; step++) {
#if TWIN == 0
    receive(&cell);
#else
    if (fread(&cell, sizeof cell, 1, file) != 1) cell.n = 0;
#endif
    for (int i = 0; i < 4; i++) cell.w[i] += step;
  }
  printf("%g %d\n", cell.w[0], cell.n);
}
