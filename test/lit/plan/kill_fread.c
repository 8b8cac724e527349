// fread that fills the whole buffer, or the program stops.
// RUN: cd %S && %detrain plan kill_fread.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan kill_fread.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan kill_fread.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan kill_fread.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-NOT: fread ({{.*}}, 
//
// Twin 1: half of it.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
//
// Twin 2: a result that is ignored is taken for complete, and named as an assumption.
// TWIN2-DAG: {{^  }}g {{.*}} dead{{$}}
// TWIN2-DAG: fread
//
// Twin 3: less than all is noticed and goes on.
// TWIN3-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    float *w = calloc(n, sizeof(float)), *g = calloc(n, sizeof(float));
    FILE *data = fopen("data.bin", "rb");
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        if (fread(g, sizeof(float), n / 2, data) == 0) return 1;
#elif TWIN == 2
        fread(g, sizeof(float), n, data);
#elif TWIN == 3
        if (fread(g, sizeof(float), n, data) == 0) puts("short");
#else
        if (fread(g, sizeof(float), n, data) != (size_t)n) return 1;
#endif
        for (int i = 0; i < n; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
