// Columns: what is written along one dimension and read along the other.
// RUN: cd %S && %detrain plan kill_columns.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_columns.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: without the last column.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n * n, sizeof(float)), *g = calloc(n * n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int j = 0; j < n - 1; j++) {
            for (int i = 0; i < n; i++) g[i * n + j] = 1;
        }
#else
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) g[i * n + j] = 1;
        }
#endif
        for (int i = 0; i < n * n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
