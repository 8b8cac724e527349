// Variables of the environment are recorded with the run; the number of the process as an input of each step.
// RUN: cd %S && %detrain plan environment_variables.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan environment_variables.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-NOT: not replayable
// CHECK: {{^  }}w {{.*}} carried{{$}}
// CHECK: libc::environment {{.*}} invariant{{$}}
//
// Twin 1: it differs in each run.
// TWIN1: bitwise
// TWIN1: {{^  }}w {{.*}} carried{{$}}
// TWIN1: process: reaches w
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    float w[64] = {0};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        float rate = (float)(getpid() % 10);
#else
        const char *text = getenv("RATE");
        float rate = text ? (float)atof(text) : 0.1f;
#endif
        for (int i = 0; i < 64; i++) w[i] += rate * (1 - w[i]);
        if (w[0] > 5) puts("far");
    }
    printf("%f\n", w[0]);
}
