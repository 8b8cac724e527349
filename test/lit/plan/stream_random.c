// The state behind random() is a hidden stream, which glibc shares with rand().
// RUN: cd %S && %detrain plan stream_random.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan stream_random.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan stream_random.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK-DAG: {{^  }}libc::rand {{.*}} stream{{$}}
// CHECK-DAG: numbers are drawn here
//
// Twin 1: seeded anew in each step.
// TWIN1-NOT: libc::rand {{.*}} stream
//
// Twin 2: nothing draws.
// TWIN2-NOT: libc::rand {{.*}} stream
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    float w[64] = {0};
    srandom(7);
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        srandom(7);
#endif
#if TWIN != 2
        float noise = (float)random();
#else
        float noise = 1;
#endif
        for (int i = 0; i < 64; i++) w[i] += 0.1f * (noise - w[i]);
    }
    printf("%f\n", w[0]);
}
