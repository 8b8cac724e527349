// A function that returns early on some paths.
// RUN: cd %S && %detrain plan flow_return.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan flow_return.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: it may return before it fills.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void Fill(float *g, const float *w, int limit) {
    if (limit > 1) return;
    for (int i = 0; i < 64; i++) g[i] = w[i] - 1;
}
int main(int argc, char **argv) {
    float w[64] = {0}, g[64] = {0};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        Fill(g, w, argc);
#else
        Fill(g, w, 0);
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
