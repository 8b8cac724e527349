// Tiles, the last of which may be cut off.
// RUN: cd %S && %detrain plan kill_tiled.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_tiled.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan kill_tiled.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: whole tiles only.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: tiles of eight, seven of them written.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int b = 0; b + 8 <= n; b += 8) {
            for (int i = b; i < b + 8; i++) g[i] = w[i] - 1;
        }
#elif TWIN == 2
        for (int b = 0; b < n; b += 8) {
            int end = b + 7 < n ? b + 7 : n;
            for (int i = b; i < end; i++) g[i] = w[i] - 1;
        }
#else
        for (int b = 0; b < n; b += 8) {
            int end = b + 8 < n ? b + 8 : n;
            for (int i = b; i < end; i++) g[i] = w[i] - 1;
        }
#endif
        for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
