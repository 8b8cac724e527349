// A function that nobody knows does its worst with what it can reach, and is named.
// RUN: cd %S && %detrain plan unknown_function.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan unknown_function.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: modelled
// CHECK-DAG: {{^  }}g {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}::known {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}local {{.*}} dead{{$}}
// CHECK-DAG: mystery
//
// Twin 1: without it.
// TWIN1: bitwise
// TWIN1-NOT: mystery
// TWIN1-DAG: {{^  }}g {{.*}} dead{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void mystery(float *g);
float known[64];
int main(void) {
    float w[64] = {0}, g[64], local[64];
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < 64; i++) local[i] = w[i];
#if TWIN == 1
        memset(g, 0, sizeof g);
        known[0] += 0;
#else
        mystery(g);
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * (g[i] + local[i]) + known[i];
    }
    printf("%f\n", w[0]);
}
