// One memory under two types, and bytes of a float.
// RUN: cd %S && %detrain plan union_and_bytes.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan union_and_bytes.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-NOT: {{^  }}bits{{.*}} carried
// CHECK-DAG: {{^  }}kept {{.*}} carried{{$}}
// CHECK-NOT: {{^  }}bits{{.*}} carried
//
// Twin 1: one of its bytes is written.
// TWIN1-DAG: {{^  }}bits{{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
union Bits { float f; unsigned u; unsigned char b[4]; };
int main(void) {
    float w[64] = {0}, kept = 1;
    union Bits bits = {.u = 1};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        bits.b[0] = (unsigned char)step;
#else
        bits.f = w[0];
#endif
        bits.u ^= 1;
        *((unsigned char *)&kept + 1) = (unsigned char)step;
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * (bits.f + kept);
    }
    printf("%f\n", w[0]);
}
