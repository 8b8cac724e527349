// A running value is carried from step to step.
// RUN: cd %S && %detrain plan carried.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan carried.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}average {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: carried.c:22: written here
// CHECK-DAG: carried.c:22: read here later
//
// Twin 1: assigned afresh.
// TWIN1: {{^  }}average {{.*}} dead{{$}}
// TWIN1-NEXT: carried.c:20: every element that a step reads was written earlier in that step
#include <stdio.h>
int main(void) {
    float w[64] = {0}, g[64], average = 0;
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < 64; i++) g[i] = w[i] - (float)i;
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
#if TWIN == 1
        average = g[0];
#else
        average = 0.9f * average + 0.1f * g[0];
#endif
        printf("%f\n", average);
    }
}
