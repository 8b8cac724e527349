// Nothing that ends the program counts.
// RUN: cd %S && %detrain plan flow_exit.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan flow_exit.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: an error that is only reported does.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    float w[64] = {0}, g[64] = {1};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        if (w[0] > 100) puts("error");
        else memset(g, 0, sizeof g);
#else
        if (w[0] > 100) exit(1);
        memset(g, 0, sizeof g);
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
