// An address that reaches a number is none of the state.
// RUN: cd %S && %detrain plan addresses.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan addresses.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-NOT: not replayable
//
// Twin 1: the address of a block differs in each run.
// TWIN1: not replayable
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    float w[64] = {0}, *block = malloc(64);
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        unsigned long number = (unsigned long)block / 64 % 10;
#else
        unsigned long number = (unsigned long)step % 10;
#endif
        for (int i = 0; i < 64; i++) w[i] += 0.1f * ((float)number - w[i]);
    }
    printf("%f\n", w[0]);
}
