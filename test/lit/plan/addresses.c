// An address that reaches a number is none of the state.
// RUN: cd %S && %detrain plan addresses.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan addresses.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan addresses.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan addresses.c -- -DTWIN=3 | FileCheck %s
//
// CHECK-NOT: not replayable
//
// Twin 1: the address of a block differs in each run, unless the runtime places it.
// TWIN1: modelled
// TWIN1: on addresses that are computed with here hangs
//
// Twin 2: and so does which of two blocks comes first. Twin 3: two places of one block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    float w[64] = {0}, *block = malloc(64), *other = malloc(64);
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        unsigned long number = (unsigned long)block / 64 % 10;
#elif TWIN == 2
        unsigned long number = block < other;
#elif TWIN == 3
        unsigned long number = block + step % 3 < block + 2;
#else
        unsigned long number = (unsigned long)step % 10;
#endif
        for (int i = 0; i < 64; i++) w[i] += 0.1f * ((float)number - w[i]);
    }
    printf("%f %d\n", w[0], block == other);
}
