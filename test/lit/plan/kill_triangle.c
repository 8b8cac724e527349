// Only a triangle is written, and only it is read.
// RUN: cd %S && %detrain plan kill_triangle.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_triangle.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan kill_triangle.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan kill_triangle.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: without the diagonal.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: the other triangle.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 3: without its last row.
// TWIN3-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n * n, sizeof(float)), *g = calloc(n * n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int t = 0; t < n; t++) {
            for (int u = 0; u < t; u++) g[t * n + u] = w[t * n + u];
        }
#elif TWIN == 2
        for (int t = 0; t < n; t++) {
            for (int u = t; u < n; u++) g[t * n + u] = w[t * n + u];
        }
#elif TWIN == 3
        for (int t = 0; t < n - 1; t++) {
            for (int u = 0; u <= t; u++) g[t * n + u] = w[t * n + u];
        }
#else
        for (int t = 0; t < n; t++) {
            for (int u = 0; u <= t; u++) g[t * n + u] = w[t * n + u];
        }
#endif
        for (int t = 0; t < n; t++) {
            for (int u = 0; u <= t; u++) w[t * n + u] -= 0.1f * g[t * n + u];
        }
    }
    printf("%f\n", w[0]);
}
