// The rest of an address is no matter of chance where blocks are aligned: malloc's to 16 bytes, to more where the
// runtime is told, up to a page.
// RUN: cd %S && %detrain plan aligned.c | FileCheck %s
// RUN: cd %S && %detrain plan aligned.c -- clang -DALIGNMENT=32 | FileCheck %s --check-prefix=TOLD
// RUN: cd %S && %detrain plan aligned.c -- clang -DALIGNMENT=8192 | FileCheck %s --check-prefix=CHANCE
// CHECK: bitwise
// CHECK: {{^ +}}w {{.*}} carried
// CHECK-NOT: begin at a multiple
// TOLD: begin at a multiple of 32 bytes
// CHANCE: modelled
// CHANCE: heap (aligned.c:[[#@LINE+15]], catalog): on addresses that are computed with here hangs
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef ALIGNMENT
#define ALIGNMENT 16
#endif

int main(void) {
  const int n = 64;
  float* w = malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    w[i] = 0.5f;
  for (int step = 0; step < 10; step++) {
    if ((uintptr_t)(w + 4) % ALIGNMENT != 0 || ((uintptr_t)w & (ALIGNMENT - 1)) != 0)
      exit(1);
    for (int i = 0; i < n; i++)
      w[i] = w[i] * 0.9f + 0.1f;
  }
  printf("%f\n", w[0]);
}
