// A buffer filled through a pointer of another type.
// RUN: cd %S && %detrain plan casts.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan casts.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
//
// Twin 1: all but the last byte.
// TWIN1-DAG: {{^  }}g {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    float w[64] = {0}, g[64] = {0};
    for (int step = 0; step < 100; step++) {
        unsigned char *bytes = (unsigned char *)g;
#if TWIN == 1
        for (size_t i = 0; i < sizeof g - 1; i++) bytes[i] = 1;
#else
        for (size_t i = 0; i < sizeof g; i++) bytes[i] = 1;
#endif
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i] + 1;
    }
    printf("%f\n", w[0]);
}
