// A switch, each of whose cases fills the buffer.
// RUN: cd %S && %detrain plan flow_switch.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan flow_switch.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan flow_switch.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: without a default.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: one case does not.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    float w[64] = {0}, g[64] = {0};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        switch (argc) {
            case 0: memset(g, 0, sizeof g); break;
            case 1: memcpy(g, w, sizeof g); break;
            case 2: for (int i = 0; i < 64; i++) g[i] = 1;
        }
#elif TWIN == 2
        switch (step % 3) {
            case 0: memset(g, 0, sizeof g); break;
            case 1: break;
            default: for (int i = 0; i < 64; i++) g[i] = 1;
        }
#else
        switch (step % 3) {
            case 0: memset(g, 0, sizeof g); break;
            case 1: memcpy(g, w, sizeof g); break;
            default: for (int i = 0; i < 64; i++) g[i] = 1;
        }
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
