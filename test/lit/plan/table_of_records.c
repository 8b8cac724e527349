// A loop over a number of records that nobody knows, each of which gets a pointer.
// RUN: cd %S && %detrain plan table_of_records.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan table_of_records.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}layers[].w {{.*}} invariant{{$}}
// CHECK-DAG: {{^  }}layers[].last {{.*}} dead{{$}}
//
// Twin 1: the pointers change.
// TWIN1-DAG: {{^  }}layers[].w {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct layer {
    float *w;
    float last;
};
int main(int argc, char **argv) {
    (void)argv;
    int count = argc + 2;
    struct layer *layers = calloc(count, sizeof *layers);
    float *w = calloc(64, sizeof(float));
    for (int i = 0; i < count; i++) layers[i].w = w;
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < count; i++) layers[i].last = step * 0.5f;
        for (int k = 0; k < 64; k++) w[k] += layers[0].last + layers[1].last;
#if TWIN == 1
        layers[1].w = w + step;
#endif
    }
    printf("%g %g\n", w[3], layers[1].w[2]);
    free(w);
    free(layers);
}
