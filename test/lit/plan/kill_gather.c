// Elements that a table picks are not all of them.
// RUN: cd %S && %detrain plan kill_gather.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_gather.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: scattered instead of gathered.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    int *at = calloc(n, sizeof(int));
    for (int i = 0; i < n; i++) at[i] = rand() % n;
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int i = 0; i < n; i++) g[at[i]] = w[i];
#else
        for (int i = 0; i < n; i++) g[i] = w[at[i]];
#endif
        for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
