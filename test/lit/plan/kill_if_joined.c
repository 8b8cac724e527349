// A buffer that both branches fill.
// RUN: cd %S && %detrain plan kill_if_joined.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_if_joined.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan kill_if_joined.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: only one branch fills all of it.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: there are three ways and two of them fill it.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        if (step % 2) memset(g, 0, n * sizeof(float));
        else memcpy(g, w, (n - 1) * sizeof(float));
#elif TWIN == 2
        if (step % 3 == 0) memset(g, 0, n * sizeof(float));
        else if (step % 3 == 1) memcpy(g, w, n * sizeof(float));
#else
        if (step % 2) memset(g, 0, n * sizeof(float));
        else memcpy(g, w, n * sizeof(float));
#endif
        for (int i = 0; i < n; i++) g[i] += w[i];
        for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
