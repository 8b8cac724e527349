// A buffer that the first step of an epoch allocates, where an epoch may have no step: each epoch begins with null or with
// the one block, and no epoch makes a second one.
// RUN: cd %S && %detrain plan lazy_in_epochs.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan lazy_in_epochs.c -- -DTWIN=1 | FileCheck %s --check-prefix=KEPT
// RUN: cd %S && %detrain plan lazy_in_epochs.c -- -DTWIN=2 | FileCheck %s --check-prefix=KEPT
// RUN: cd %S && %detrain plan lazy_in_epochs.c -- -DTWIN=3 | FileCheck %s --check-prefix=KEPT
//
// CHECK: {{^  }}lazy_in_epochs.c::v {{.*}} dead{{$}}
//
// Twin 1: a step uses what the last one left. Twin 2: it leaves an element as it was. Twin 3: the second block is made in
// spite of the first, which another pointer still leads to.
// KEPT: {{^  }}{{(lazy_in_epochs.c::v|lazy_in_epochs.c::old)}} {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
static float *v, *old;
static void update(float *w, const float *g, int n) {
#if TWIN == 3
    if (v == NULL || v[0] > 9) {
        old = v;
        v = calloc(n, sizeof(float));
    }
    if (old != NULL) w[0] += old[n - 1];
#else
    if (v == NULL) v = calloc(n, sizeof(float));
#endif
#if TWIN == 2
    for (int i = 0; i < n - 1; i++) v[i] = g[i] * 0.5f;
#elif TWIN == 1
    for (int i = 0; i < n; i++) v[i] = 0.9f * v[i] + g[i] * 0.5f;
#else
    for (int i = 0; i < n; i++) v[i] = g[i] * 0.5f;
#endif
    for (int i = 0; i < n; i++) w[i] -= v[i];
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 7, epochs = argc > 2 ? atoi(argv[2]) : 3, batches = argc > 3 ? atoi(argv[3]) : 2;
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    for (int e = 0; e < epochs; e++) {
        w[0] = 1;
        for (int i = 0; i < n; i++) g[i] = 0.1f * i + e;
        for (int step = 0; step < batches; step++) update(w, g, n);
    }
    printf("%f\n", w[0]);
    free(v);
    return 0;
}
