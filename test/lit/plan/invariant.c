// What no step writes comes back from the code before the loop.
// RUN: cd %S && %detrain plan invariant.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan invariant.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: {{^  }}table {{.*}} invariant{{$}}
// CHECK-NEXT: invariant.c:15: read here; no step writes it{{$}}
//
// Twin 1: one element changes in each step.
// TWIN1-DAG: {{^  }}table {{.*}} carried{{$}}
#include <stdio.h>
int main(void) {
    float w[64] = {0}, table[64];
    for (int i = 0; i < 64; i++) table[i] = (float)i;
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * (w[i] - table[i]);
#if TWIN == 1
        table[step % 64] = 0;
#endif
    }
    printf("%f\n", w[0]);
}
