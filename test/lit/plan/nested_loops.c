// State of the loop around the step loop.
// RUN: cd %S && %detrain plan nested_loops.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan nested_loops.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}sum {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}best {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}scratch {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}epoch {{.*}} {{carried|counter}}{{$}}
// CHECK-DAG: {{^  }}step {{.*}} {{carried|counter}}{{$}}
//
// Twin 1: set after the steps and before it is read: it crosses no boundary.
// TWIN1-DAG: {{^  }}best {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}sum {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    float w[64] = {0}, sum = 0, best = 0, scratch[64];
    for (int epoch = 0; epoch < 10; epoch++) {
        sum = 0;
        for (int i = 0; i < 64; i++) scratch[i] = (float)epoch;
        for (int step = 0; step < 10; step++) {
            for (int i = 0; i < 64; i++) w[i] += 0.1f * (scratch[i] - w[i]);
            sum += w[0];
        }
#if TWIN == 1
        best = 0;
#endif
        if (sum > best) best = sum;
        printf("%f\n", best);
    }
    printf("%f\n", w[0]);
}
