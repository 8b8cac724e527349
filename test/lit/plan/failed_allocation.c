// That an allocation fails is no path of the analysis: where the program would go on without the block, that is assumed
// not to happen, and the plan says so.
// RUN: cd %S && %detrain plan failed_allocation.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan failed_allocation.c -- -DTWIN=1 | FileCheck %s --check-prefix=NONE
// RUN: cd %S && %detrain plan failed_allocation.c -- -DTWIN=2 | FileCheck %s --check-prefix=NONE
// RUN: cd %S && %detrain plan failed_allocation.c -- -DTWIN=3 | FileCheck %s --check-prefix=NONE
// RUN: cd %S && %detrain plan failed_allocation.c -- -DTWIN=4 | FileCheck %s
// RUN: cd %S && %detrain plan failed_allocation.c -- -DTWIN=5 | FileCheck %s --check-prefix=NONE
//
// A buffer of its own in place of the block.
// CHECK: modelled
// CHECK: malloc (failed_allocation.c:{{[0-9]+}}, catalog): does not fail
//
// Twin 1: it ends. Twin 2: a test that only keeps null from being freed. Twin 3: the first step allocates.
// NONE: bitwise
// NONE-NOT: does not fail
//
// Twin 4: it goes on with less. Twin 5: main returns.
#include <stdio.h>
#include <stdlib.h>
static float small[8];
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    float w[8] = {0}, *g = NULL;
#if TWIN != 3
    g = malloc(8 * sizeof(float));
#endif
#if TWIN == 0
    if (g == NULL) g = small;
#elif TWIN == 5
    if (!g) return 1;
#elif TWIN == 1
    if (n < 0 || !g) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
#endif
    for (int step = 0; step < 20; step++) {
#if TWIN == 3
        if (!g) g = malloc(8 * sizeof(float));
#endif
        for (int i = 0; i < 8; i++) g[i] = w[i] - 1 + small[i];
#if TWIN == 4
        if (g)
#endif
            for (int i = 0; i < 8; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f %d\n", w[0], n);
    if (g) free(g);
}
