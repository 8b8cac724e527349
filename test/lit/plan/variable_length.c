// An array whose length the arguments give.
// RUN: cd %S && %detrain plan variable_length.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan variable_length.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
//
// Twin 1: one short.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float w[n], g[n];
    for (int i = 0; i < n; i++) w[i] = g[i] = 0;
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int i = 0; i < n - 1; i++) g[i] = w[i] - 1;
#else
        for (int i = 0; i < n; i++) g[i] = w[i] - 1;
#endif
        for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
