// A pointer from an unknown function, called.
// RUN: cd %S && %detrain plan unknown_pointer.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan unknown_pointer.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan unknown_pointer.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan unknown_pointer.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN2
//
// No function of the program can be meant: it may do anything, and give back any number.
// CHECK: modelled
// CHECK: {{^  }}unknown_pointer.c::g {{.*}} carried{{$}}
// CHECK: function pointer
// CHECK-SAME: reads and writes
//
// Twin 1: it is known.
// TWIN1: bitwise
// TWIN1: {{^  }}unknown_pointer.c::g {{.*}} dead{{$}}
//
// Twin 2: a function of the program may be meant, because its address is taken: that it is one of those is assumed. Twin
// 3: one of two that it may be is known.
// TWIN2: modelled
// TWIN2: function pointer
#include <stdio.h>
extern int (*choose(const char *))(int);
static float g[64], w[64];
#if TWIN != 0
static int all(int n) { return n; }
#endif
int main(int argc, char **argv) {
#if TWIN == 0
    int (*count)(int) = choose("all");
#elif TWIN == 1
    int (*count)(int) = all;
#elif TWIN == 2
    int (*other)(int) = all;
    int (*count)(int) = choose("all");
    if (other(argc) > 9) return 1;
#else
    int (*count)(int) = argc > 1 ? all : choose("all");
#endif
    for (int step = 0; step < 20; step++) {
        int n = count(64);
        for (int i = 0; i < n; i++) g[i] = w[i] - 1;
        for (int i = 0; i < 64; i++) w[i] -= 0.1f * g[i];
    }
    printf("%f\n", w[0]);
}
