// A loop that assigns every element.
// RUN: cd %S && %detrain plan kill_loop.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_loop.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan kill_loop.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan kill_loop.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
// RUN: cd %S && %detrain plan kill_loop.c -- -DTWIN=4 | FileCheck %s --check-prefix=TWIN4
// RUN: cd %S && %detrain plan kill_loop.c -- -DTWIN=5 | FileCheck %s --check-prefix=TWIN5
// RUN: cd %S && %detrain plan kill_loop.c -- -DTWIN=6 | FileCheck %s --check-prefix=TWIN6
// RUN: cd %S && %detrain plan kill_loop.c -- -DTWIN=7 | FileCheck %s --check-prefix=TWIN7
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: it stops one short.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: it begins one late.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 3: it leaves every other element.
// TWIN3-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 4: some elements are skipped.
// TWIN4-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 5: it may end early.
// TWIN5-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 6: it may be left early.
// TWIN6-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 7: only from the second step on.
// TWIN7-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int i = 0; i < n - 1; i++) g[i] = w[i] - 1;
#elif TWIN == 2
        for (int i = 1; i < n; i++) g[i] = w[i] - 1;
#elif TWIN == 3
        for (int i = 0; i < n; i += 2) g[i] = w[i] - 1;
#elif TWIN == 4
        for (int i = 0; i < n; i++) if (w[i] > 0) g[i] = w[i] - 1;
#elif TWIN == 5
        for (int i = 0; i < n && w[i] < 5; i++) g[i] = w[i] - 1;
#elif TWIN == 6
        for (int i = 0; i < n; i++) {
            if (w[i] > 5) break;
            g[i] = w[i] - 1;
        }
#elif TWIN == 7
        for (int i = 0; step > 0 && i < n; i++) g[i] = w[i] - 1;
#else
        for (int i = 0; i < n; i++) g[i] = w[i] - 1;
#endif
        for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
