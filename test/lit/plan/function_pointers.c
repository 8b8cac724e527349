// A function called through a pointer: all that it may be is taken into account.
// RUN: cd %S && %detrain plan function_pointers.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan function_pointers.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}function_pointers.c::g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}function_pointers.c::extra {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}function_pointers.c::w {{.*}} carried{{$}}
//
// Twin 1: one of the two leaves an element as it was.
// TWIN1-DAG: {{^  }}function_pointers.c::g {{.*}} carried{{$}}
#include <stdio.h>
static float g[64], w[64], extra[64];
static void Plain(float *out) { for (int i = 0; i < 64; i++) out[i] = w[i] - 1; }
static void Noisy(float *out) {
#if TWIN == 1
    for (int i = 0; i < 63; i++) out[i] = w[i] + extra[i];
#else
    for (int i = 0; i < 64; i++) out[i] = w[i] + extra[i];
#endif
    extra[3] += 1;
}
static void Unused(float *out) { out[0] = w[0]; }
int main(int argc, char **argv) {
    void (*gradient)(float *) = Plain;
    if (argc > 1) gradient = Noisy;
    void (*other)(float *) = Unused;
    for (int step = 0; step < 100; step++) {
        gradient(g);
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    other(g);
    printf("%f\n", w[0]);
}
