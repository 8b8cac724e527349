// Loops that assign every element in other shapes: backwards, by pointer, by halves, unrolled, while, do-while.
// RUN: cd %S && %detrain plan kill_loop_shapes.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_loop_shapes.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}h {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}p {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}q {{.*}} dead{{$}}
//
// Twin 1: backwards, without element 0.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    if (n < 4) return 1;
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float)), *h = calloc(n, sizeof(float)), *p = calloc(n, sizeof(float)), *q = calloc(2 * n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int i = n - 1; i > 0; i--) g[i] = 1;
#else
        for (int i = n - 1; i >= 0; i--) g[i] = 1;
#endif
        for (float *at = h; at < h + n; at++) *at = 2;
        int k = 0;
        while (k < n) p[k++] = 3;
        for (int i = 0; i < n; i++) {
            q[2 * i] = 4;
            q[2 * i + 1] = 5;
        }
        for (int i = 0; i < n; i++) w[i] -= 0.1f * (g[i] + h[i] + p[i] + q[i] + q[n + i]);
    }
    printf("%f\n", w[0]);
}
