// A bit-field that is set leaves those beside it as they are: they share their bytes, and are state together.
// RUN: cd %S && %detrain plan bit_fields.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan bit_fields.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan bit_fields.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK-DAG: {{^  }}flags.phase {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}flags.warm {{.*}} carried{{$}}
//
// Twin 1: the whole struct is set first.
// TWIN1-DAG: {{^  }}flags.phase {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}flags.warm {{.*}} dead{{$}}
//
// Twin 2: what wraps around is no counter, though each step adds the same.
// TWIN2-DAG: {{^  }}flags.phase {{.*}} carried{{$}}
#include <stdio.h>
struct Flags {
    unsigned phase : 3, warm : 1;
    int drift : 28;
};
int main(void) {
    float w[6] = {1, 2, 3, 4, 5, 6};
    struct Flags flags = {1, 0, -2};
    for (int step = 0; step < 8; step++) {
#if TWIN == 1
        flags = (struct Flags){(unsigned)step & 7, 0, -1};
#elif TWIN == 2
        flags.phase += 3;
#else
        flags.phase = (unsigned)step & 7;
#endif
        for (int i = 0; i < 6; i++) w[i] += 0.1f * ((float)flags.phase - w[5 - i]);
        if (flags.warm) w[0] += 1 + (float)flags.drift;
        if (w[3] > 3) flags.warm = !flags.warm;
    }
    printf("%f %f\n", w[0], w[5]);
}
