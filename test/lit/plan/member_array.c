// An array in a record of an array of records: going through it does not make the block a record with something behind.
// RUN: cd %S && %detrain plan member_array.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan member_array.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}layers{{\[\]}}.mean {{ *}}f32[8], 32 * count bytes {{ *}}carried{{$}}
// CHECK-DAG: {{^  }}layers{{\[\]}}.last {{.*}} dead{{$}}
// CHECK-NOT: layers+1
//
// Twin 1: it does.
// TWIN1-DAG: {{^  }}layers+1 {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct layer { float *w; float mean[8]; float last; };
int main(int argc, char **argv) {
    int count = atoi(argv[1]);
    struct layer *layers = calloc(count, sizeof *layers);
    float *w = calloc(64, sizeof(float));
    layers[0].w = w;
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < count; i++) {
            layers[i].last = 1;
            for (int k = 0; k < 8; k++) layers[i].mean[k] += layers[i].last;
        }
        for (int k = 0; k < 64; k++) w[k] += layers[0].mean[k % 8];
#if TWIN == 1
        for (int k = 0; k < 8; k++) ((float *)(layers + 1))[k] += 1;
#endif
    }
    printf("%g %g\n", w[3], layers[1].mean[2]);
}
