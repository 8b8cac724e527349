// Scratch that each of a few epochs allocates: the epochs are not run one by one, so their counter is seen to change.
// RUN: cd %S && %detrain plan alloc_in_short_nest.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan alloc_in_short_nest.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}epoch {{.*}} derived{{$}}
// CHECK-DAG: {{^  }}epoch#2 {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
//
// Twin 1: it is kept from batch to batch.
// TWIN1-DAG: {{^  }}epoch {{.*}} derived{{$}}
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
static float w[20];
static void train(int n, int epoch) {
    float *g = malloc(n * sizeof *g);
    for (int i = 0; i < n; i++) g[i] = 0.0f;
    for (int batch = 0; batch < 3; batch++) {
#if TWIN == 1
        for (int i = 0; i < n; i++) g[i] += 0.1f * w[i] + (float)(batch + epoch);
#else
        for (int i = 0; i < n; i++) g[i] = 0.1f * w[i] + (float)(batch + epoch);
#endif
        for (int i = 0; i < n; i++) w[i] -= 0.5f * g[i];
    }
    free(g);
}
int main(void) {
    for (int epoch = 0; epoch < 3; epoch++) train(20, epoch);
    printf("%g\n", w[3]);
    return 0;
}
