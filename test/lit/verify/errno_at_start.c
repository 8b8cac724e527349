// A program that looks at errno before any call of its own has failed: what the runtime does before main leaves it as
// it was, also where standard input is no terminal.
// RUN: rm -rf %t && mkdir %t
// RUN: %detrain cc -- gcc -O1 %s -o %t/program
// RUN: cd %t && %detrain verify --kill-at 1 -- ./program < /dev/null | FileCheck %s
// CHECK: unmodified program {{ *}}1 {{ *}}equal
// CHECK: PASSED
#include <errno.h>
#include <stdio.h>
static float w[4];
int main(void) {
  printf("%d\n", errno);
  for (int step = 0; step < 4; step++)
    for (int i = 0; i < 4; i++)
      w[i] += 0.5f * (1.0f - w[(i + 1) % 4]);
  printf("%g\n", w[1]);
  return 0;
}
