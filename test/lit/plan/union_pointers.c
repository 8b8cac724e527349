// A pointer in a union is saved as plain bytes, which are another process's when they come back: said to be not
// replayable.
// RUN: cd %S && %detrain plan union_pointers.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan union_pointers.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: modelled
// CHECK: s.u {{.*}} image
// CHECK: s.u holds pointers, but is a union
//
// Twin 1: numbers in it.
// TWIN1: bitwise
// TWIN1: {{^  }}s.u {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct state { int n; union { float *f; unsigned bits; } u; };
int main(void) {
    struct state s;
    s.n = 8;
#if TWIN == 1
    s.u.bits = 1;
#else
    s.u.f = calloc(8, sizeof(float));
#endif
    float w[8] = {0};
    for (int step = 0; step < 10; step++) {
#if TWIN == 1
        s.u.bits = s.u.bits * 5 + 1;
#else
        float *old = s.u.f;
        s.u.f = calloc(8, sizeof(float));
        for (int i = 0; i < s.n; i++) s.u.f[i] = old[i] + i * 0.5f;
        free(old);
#endif
        for (int i = 0; i < 8; i++) w[i] += 1;
    }
#if TWIN == 1
    printf("%g %u\n", w[0], s.u.bits);
#else
    printf("%g %g\n", w[0], s.u.f[3]);
#endif
}
