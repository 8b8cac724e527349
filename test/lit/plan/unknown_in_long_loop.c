// A short loop over a table of pointers runs as it is, unless it leaves in too many ways: then it is a loop like others,
// and what is unknown in it is named all the same.
// RUN: cd %S && %detrain plan unknown_in_long_loop.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan unknown_in_long_loop.c -- -DTWIN=1 | FileCheck %s
// RUN: cd %S && %detrain plan unknown_in_long_loop.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK: modelled
// CHECK: mystery
//
// Twin 1: it leaves at its end only. Twin 2: there is nothing unknown in it.
// TWIN2: bitwise
#include <stdio.h>
#if TWIN == 2
static void mystery(float *p) { p[2] += 1; }
#else
void mystery(float *p);
#endif
static float a[8], b[8], c[8], d[8], e[8], f[8], w[64];
int main(int argc, char **argv) {
    float *table[6] = {a, b, c, d, e, f};
    for (int step = 0; step < 20; step++) {
        for (int i = 0; i < 64; i++) w[i] = w[i] * 0.5f + 1;
        for (int round = 0; round < argc; round++)
            for (int i = 0; i < 6; i++) {
                float *p = table[i];
#if TWIN != 1
                if (p[0] > w[0] * 100) break;
#endif
                p[1] += w[i];
                mystery(p);
            }
    }
    printf("%f %f\n", w[0], a[1]);
}
