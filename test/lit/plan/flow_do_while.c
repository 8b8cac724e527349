// A loop that runs at least once.
// RUN: cd %S && %detrain plan flow_do_while.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan flow_do_while.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: a loop that may run no time at all.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    float w[64] = {0}, g[64] = {1};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        int tries = 0;
        while (tries++ < (int)w[0]) {
            memset(g, 0, sizeof g);
        }
#else
        int tries = 0;
        do {
            memset(g, 0, sizeof g);
        } while (tries++ < (int)w[0]);
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
