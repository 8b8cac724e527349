// A buffer allocated by the first step that needs it.
// RUN: cd %S && %detrain plan lazy.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan lazy.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}net.v {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}net.g {{.*}} dead{{$}}
//
// Twin 1: it is written before it is read in each step.
// TWIN1-DAG: {{^  }}net.v {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}net.g {{.*}} dead{{$}}
#include <stdio.h>
#include <stdlib.h>
struct Net { float *w, *g, *v; int n; };
int main(int argc, char **argv) {
    struct Net net = {.n = atoi(argv[1])};
    net.w = calloc(net.n, sizeof(float));
    for (int step = 0; step < 100; step++) {
        if (net.g == NULL) net.g = malloc(net.n * sizeof(float));
        if (!net.v) net.v = calloc(net.n, sizeof(float));
        for (int i = 0; i < net.n; i++) net.g[i] = net.w[i] - (float)i;
        for (int i = 0; i < net.n; i++) {
#if TWIN == 1
            net.v[i] = net.g[i];
#else
            net.v[i] = 0.9f * net.v[i] + net.g[i];
#endif
            net.w[i] -= 0.1f * net.v[i];
        }
    }
    printf("%f\n", net.w[0]);
}
