// A seed from the clock before the loop is replayed and is no state; a clock read in a step is an input of that step.
// RUN: cd %S && %detrain plan clock_seed.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan clock_seed.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}seed {{.*}} invariant{{$}}
//
// Twin 1: read again in each step.
// TWIN1: bitwise
// TWIN1: clock: reaches w
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
    float w[64] = {0};
    unsigned seed = (unsigned)time(NULL);
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        seed = (unsigned)time(NULL);
#endif
        for (int i = 0; i < 64; i++) w[i] += 0.1f * ((float)(seed % 7) - w[i]);
    }
    printf("%u %f\n", seed, w[0]);
}
