// A buffer that a step allocates and frees is none of the boundary.
// RUN: cd %S && %detrain plan block_of_a_step.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan block_of_a_step.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-NOT: {{^  }}g 
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-NOT: {{^  }}kept {{.*}} carried
//
// Twin 1: it is the one from before the loop.
// TWIN1-DAG: {{^  }}kept {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    float w[64] = {0}, *kept = calloc(64, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        float *g = kept;
        g[3] += 1;
#else
        float *g = malloc(64 * sizeof(float));
        for (int i = 0; i < 64; i++) g[i] = w[i];
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i] + 1;
#if TWIN != 1
        free(g);
#endif
    }
    printf("%f\n", w[0]);
}
