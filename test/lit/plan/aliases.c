// One buffer under two names.
// RUN: cd %S && %detrain plan aliases.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan aliases.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}memory {{.*}} dead{{$}}
//
// Twin 1: the second name begins one element later, and so reads what the last step left behind the first.
// TWIN1-DAG: {{^  }}memory {{.*}} carried{{$}}
#include <stdio.h>
int main(void) {
    float w[64] = {0}, memory[128] = {0};
    float *g = memory;
#if TWIN == 1
    float *view = memory + 1;
#else
    float *view = memory;
#endif
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < 64; i++) g[i] = w[i] - 1;
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * view[i];
        g[64] = w[0];
    }
    printf("%f\n", w[0]);
}
