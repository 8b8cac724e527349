// continue and break of the step loop.
// RUN: cd %S && %detrain plan flow_continue.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan flow_continue.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: skipped before it is cleared, and added to after.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    float w[64] = {0}, g[64] = {0};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        g[0] += w[0];
        if (step % 2) continue;
        memset(g, 0, sizeof g);
#else
        memset(g, 0, sizeof g);
        if (step % 2) continue;
        g[0] += w[0];
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
