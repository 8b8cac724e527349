// A recursive function is taken at its worst: what it may read is kept, what it may leave unwritten too.
// RUN: cd %S && %detrain plan recursion.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan recursion.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}recursion.c::tree {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}recursion.c::w {{.*}} carried{{$}}
//
// Twin 1: one node changes in each step.
// TWIN1-DAG: {{^  }}recursion.c::tree {{.*}} carried{{$}}
#include <stdio.h>
static float tree[63], w[63];
static float Sum(int node) {
    if (node >= 63) return 0;
    return tree[node] + Sum(2 * node + 1) + Sum(2 * node + 2);
}
int main(void) {
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        tree[step % 63] = w[step % 63];
#else
        for (int i = 0; i < 63; i++) tree[i] = w[i];
#endif
        float total = Sum(0);
        for (int i = 0; i < 63; i++) w[i] += 0.1f * (1 - total);
    }
    printf("%f\n", w[0]);
}
