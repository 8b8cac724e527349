// What a function leaves through its parameters: buffers, sizes and scalars.
// RUN: cd %S && %detrain plan output_parameters.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan output_parameters.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}norm {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}same {{.*}} invariant{{$}}
//
// Twin 1: the norm is added to.
// TWIN1-DAG: {{^  }}norm {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}g {{.*}} dead{{$}}
#include <stdio.h>
#include <stdlib.h>
static void Make(float **out, int *n, const char *text) {
    *n = atoi(text);
    *out = calloc(*n, sizeof(float));
}
static void Gradient(float *g, float *norm, const float *w, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
        g[i] = w[i] - 1;
        sum += g[i] * g[i];
    }
#if TWIN == 1
    *norm += sum;
#else
    *norm = sum;
#endif
}
int main(int argc, char **argv) {
    float *w, *g, norm = 0;
    int n, same;
    Make(&w, &n, argv[1]);
    Make(&g, &same, argv[1]);
    for (int step = 0; step < 100; step++) {
        Gradient(g, &norm, w, same);
        for (int i = 0; i < same; i++) w[i] -= 0.1f * g[i] / (norm + 1);
    }
    printf("%f\n", w[0]);
}
