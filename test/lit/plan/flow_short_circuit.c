// A call on the right of && or || happens in some steps only.
// RUN: cd %S && %detrain plan flow_short_circuit.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan flow_short_circuit.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan flow_short_circuit.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan flow_short_circuit.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: right of &&.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: right of ||.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 3: in one arm of ?:.
// TWIN3-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int Fill(float *g, const float *w) {
    for (int i = 0; i < 64; i++) g[i] = w[i] - 1;
    return 1;
}
int main(int argc, char **argv) {
    float w[64] = {0}, g[64] = {0};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        if (w[0] > 3 && Fill(g, w)) puts("far");
#elif TWIN == 2
        if (w[0] > 3 || Fill(g, w)) puts("far");
#elif TWIN == 3
        int done = w[0] > 3 ? Fill(g, w) : 0;
        if (done) puts("far");
#else
        int done = Fill(g, w);
        if (done && w[0] > 3) puts("far");
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
