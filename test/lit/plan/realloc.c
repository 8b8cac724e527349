// A buffer that grows: what is in it moves along.
// RUN: cd %S && %detrain plan realloc.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan realloc.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}all {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}count {{.*}} {{carried|counter}}{{$}}
//
// Twin 1: it starts again in each step.
// TWIN1-DAG: {{^  }}count {{.*}} dead{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    float w[64] = {0}, *all = NULL;
    int count = 0;
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        count = 0;
#endif
        all = realloc(all, (size_t)(count + 1) * sizeof(float));
        all[count++] = w[0];
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * all[0] + 1;
    }
    printf("%f\n", w[0]);
}
