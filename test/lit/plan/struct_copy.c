// Assigning a struct writes all of it.
// RUN: cd %S && %detrain plan struct_copy.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan struct_copy.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}batch.x {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}batch.rows {{.*}} dead{{$}}
//
// Twin 1: only one member is assigned.
// TWIN1-DAG: {{^  }}batch.x {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}batch.rows {{.*}} dead{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct Batch { float x[64]; int rows; };
static struct Batch made(float v) {
    struct Batch b = {{0}, 64};
    b.x[5] = v;
    return b;
}
int main(void) {
    float w[64] = {0};
    struct Batch batch = {{0}, 3};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        batch.rows = made(w[0]).rows;
#else
        batch = made(w[0]);
#endif
        for (int i = 0; i < batch.rows; i++) w[i] -= 0.1f * batch.x[i];
#if TWIN == 1
        batch.x[5] = w[0];
#endif
    }
    printf("%f\n", w[0]);
}
