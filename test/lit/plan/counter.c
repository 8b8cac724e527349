// A value that every step changes by the same number is restored from the number of the step.
// RUN: cd %S && %detrain plan counter.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan counter.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan counter.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan counter.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK: {{^  }}seen {{.*}} counter{{$}}
// CHECK-NEXT: counter.c:{{[0-9]+}}: every step adds 32; restored from the step
//
// Twin 1: only some steps count.
// TWIN1-DAG: {{^  }}seen {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}step {{.*}} counter{{$}}
//
// Twin 2: not the same number in each.
// TWIN2-DAG: {{^  }}seen {{.*}} carried{{$}}
//
// Twin 3: no sum.
// TWIN3-DAG: {{^  }}seen {{.*}} carried{{$}}
#include <stdio.h>
int main(void) {
    float w[64] = {0};
    long seen = 5;
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < 64; i++) w[i] += 0.1f * ((float)seen - w[i]);
#if TWIN == 1
        if (w[0] > 1) seen += 32;
#elif TWIN == 2
        seen += step;
#elif TWIN == 3
        seen *= 2;
#else
        seen += 32;
#endif
    }
    printf("%f\n", w[0]);
}
