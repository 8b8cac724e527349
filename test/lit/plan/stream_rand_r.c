// The state of rand_r is a variable of the program.
// RUN: cd %S && %detrain plan stream_rand_r.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan stream_rand_r.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}state {{.*}} {{carried|stream}}{{$}}
//
// Twin 1: set in each step.
// TWIN1-DAG: {{^  }}state {{.*}} dead{{$}}
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    float w[64] = {0};
    unsigned state = 7;
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        state = (unsigned)step;
#endif
        float noise = (float)rand_r(&state);
        for (int i = 0; i < 64; i++) w[i] += 0.1f * (noise - w[i]);
    }
    printf("%f\n", w[0]);
}
