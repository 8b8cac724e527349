// What a library function may do through a callback.
// RUN: cd %S && %detrain plan callback.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan callback.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}order {{.*}} carried{{$}}
//
// Twin 1: filled before it is sorted.
// TWIN1-DAG: {{^  }}order {{.*}} dead{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int Less(const void *a, const void *b) {
    return *(const float *)a < *(const float *)b;
}
int main(void) {
    float w[64] = {0}, order[64] = {0};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        for (int i = 0; i < 64; i++) order[i] = w[i];
#endif
        qsort(order, 64, sizeof(float), Less);
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * order[i] + 1;
        order[3] = w[3];
    }
    printf("%f\n", w[0]);
}
