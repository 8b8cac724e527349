// Buffers of an array of layers: one entry for all layers, dead only where it is so in each.
// RUN: cd %S && %detrain plan array_of_structs.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan array_of_structs.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}layers{{\[\]}}.w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}layers{{\[\]}}.y {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}layers{{\[\]}}.n {{.*}} invariant{{$}}
//
// Twin 1: one layer keeps its activations.
// TWIN1-DAG: {{^  }}layers{{\[\]}}.y {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct Layer { int n; float *w, *y; };
int main(void) {
    struct Layer layers[3];
    for (int l = 0; l < 3; l++) {
        layers[l].n = 16 << l;
        layers[l].w = calloc(layers[l].n, sizeof(float));
        layers[l].y = calloc(layers[l].n, sizeof(float));
    }
    for (int step = 0; step < 100; step++) {
        for (int l = 0; l < 3; l++) {
#if TWIN == 1
            if (l == 1) continue;
#endif
            for (int i = 0; i < layers[l].n; i++) layers[l].y[i] = layers[l].w[i] + 1;
        }
        for (int l = 0; l < 3; l++) {
            for (int i = 0; i < layers[l].n; i++) layers[l].w[i] += 0.1f * layers[l].y[i];
        }
    }
    printf("%f\n", layers[0].w[0]);
}
