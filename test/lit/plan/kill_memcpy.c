// memcpy over the whole buffer.
// RUN: cd %S && %detrain plan kill_memcpy.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_memcpy.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan kill_memcpy.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan kill_memcpy.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: over part of it.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: the other way round.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 3: in pieces that leave a gap.
// TWIN3-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        memcpy(g, w, (n - 1) * sizeof(float));
#elif TWIN == 2
        memcpy(w, g, n * sizeof(float));
#elif TWIN == 3
        memcpy(g, w, n / 2 * sizeof(float));
        memcpy(g + n / 2 + 1, w, (n - n / 2 - 1) * sizeof(float));
#else
        memcpy(g, w, n * sizeof(float));
#endif
        for (int i = 0; i < n; i++) g[i] += w[i];
        for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
