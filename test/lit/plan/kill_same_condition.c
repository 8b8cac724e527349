// A buffer that is filled and read under one condition.
// RUN: cd %S && %detrain plan kill_same_condition.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_same_condition.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: the condition changes in between.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        int on = step % 2;
        if (on) memset(g, 0, n * sizeof(float));
        on = 1;
#else
        int on = step % 2;
        if (on) memset(g, 0, n * sizeof(float));
#endif
        if (on) {
            for (int i = 0; i < n; i++) g[i] += w[i];
            for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
        }
        for (int i = 0; i < n; i++) w[i] += 0.1f;
    }
    printf("%f\n", w[0]);
}
