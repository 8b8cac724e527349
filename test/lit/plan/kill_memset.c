// memset of the whole buffer.
// RUN: cd %S && %detrain plan kill_memset.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_memset.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan kill_memset.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan kill_memset.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
// RUN: cd %S && %detrain plan kill_memset.c -- -DTWIN=4 | FileCheck %s --check-prefix=TWIN4
// RUN: cd %S && %detrain plan kill_memset.c -- -DTWIN=5 | FileCheck %s --check-prefix=TWIN5
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: of its first half.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: of as many bytes as there are elements.
// TWIN2-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 3: of all but the first element.
// TWIN3-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 4: in every other step.
// TWIN4-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 5: of all but the last element.
// TWIN5-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        memset(g, 0, n / 2 * sizeof(float));
#elif TWIN == 2
        memset(g, 0, n);
#elif TWIN == 3
        memset(g + 1, 0, (n - 1) * sizeof(float));
#elif TWIN == 4
        if (step % 2) memset(g, 0, n * sizeof(float));
#elif TWIN == 5
        memset(g, 0, (n - 1) * sizeof(float));
#else
        memset(g, 0, n * sizeof(float));
#endif
        for (int i = 0; i < n; i++) g[i] += w[i];
        for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
