// A store somewhere into an array says nothing new of the members beside it, and forgets nothing of them either.
// RUN: cd %S && %detrain plan member_beside_array.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan member_beside_array.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan member_beside_array.c -- -DTWIN=2 | FileCheck %s
//
// The rate is lowered once the ring is full.
// CHECK-DAG: {{^  }}member_beside_array.c::ring.count {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}rate {{.*}} carried{{$}}
//
// Twin 1: it never is.
// TWIN1: {{^  }}rate {{.*}} invariant{{$}}
//
// Twin 2: a text of unknown length in place of the number.
#include <stdio.h>
struct ring { char name[16]; float loss[16]; int head, count; };
static struct ring ring;
int main(void) {
    float w[32] = {0}, rate = 0.1f;
    for (int step = 0; step < 40; step++) {
        for (int i = 0; i < 32; i++) w[i] += rate * (1 - w[i]);
        if (ring.count != 16) ring.count++;
#if TWIN == 2
        sprintf(ring.name, "%d", step);
        printf("%s\n", ring.name);
#else
        ring.loss[ring.head] = w[0];
        ring.head = (ring.head + 1) % 16;
#endif
#if TWIN == 1
        if (step > 40) rate *= 0.9f;
#else
        if (ring.count == 16) rate *= 0.9f;
#endif
        printf("%d\n", ring.count);
    }
    printf("%f %f\n", w[0], ring.loss[3]);
}
