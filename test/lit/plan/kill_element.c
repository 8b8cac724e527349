// A single element of a fixed array.
// RUN: cd %S && %detrain plan kill_element.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_element.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: the one beside it.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float w[8] = {0}, g[8] = {0};
    if (n > 8) return 1;
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        g[2] = w[0];
#else
        g[3] = w[0];
#endif
        for (int i = 0; i < 8; i++) w[i] -= 0.1f * g[3];
    }
    printf("%f\n", w[0]);
}
