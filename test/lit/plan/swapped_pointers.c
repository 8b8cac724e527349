// Two buffers that change places in each step: what one step wrote is what the next one reads.
// RUN: cd %S && %detrain plan swapped_pointers.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan swapped_pointers.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// Both are there at once.
// CHECK: {{^  }}now {{ *}}f32[], 512 bytes {{ *}}carried{{$}}
//
// Twin 1: without the swap the one is never written and the other never read before.
// TWIN1-DAG: {{^  }}now {{.*}} invariant{{$}}
// TWIN1-DAG: {{^  }}next {{.*}} dead{{$}}
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    float *now = calloc(64, sizeof(float)), *next = calloc(64, sizeof(float)), w[64] = {0};
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < 64; i++) next[i] = 0.5f * now[i] + 1;
        for (int i = 0; i < 64; i++) w[i] += next[i];
#if TWIN != 1
        float *swap = now;
        now = next;
        next = swap;
#endif
    }
    printf("%f\n", w[0]);
}
