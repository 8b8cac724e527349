// A buffer that each step writes before it reads it is dead.
// RUN: cd %S && %detrain plan dead.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan dead.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: {{^  }}g {{.*}} dead{{$}}
// CHECK-NEXT: dead.c:19: every element that a step reads was written earlier in that step
//
// Twin 1: the last element keeps its value.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#if TWIN == 1
#define LAST 63
#else
#define LAST 64
#endif
int main(void) {
    float w[64] = {0}, g[64] = {0};
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < LAST; i++) g[i] = w[i] - (float)i;
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
