// Generators written by hand are the memory that they are.
// RUN: cd %S && %detrain plan generators.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan generators.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}generators.c::xorshift {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}generators.c::lcg {{.*}} carried{{$}}
//
// Twin 1: seeded in each step.
// TWIN1-DAG: {{^  }}generators.c::xorshift {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}generators.c::lcg {{.*}} dead{{$}}
#include <stdint.h>
#include <stdio.h>
static uint64_t xorshift = 88172645463325252u;
static uint64_t Xorshift(void) {
    xorshift ^= xorshift << 13;
    xorshift ^= xorshift >> 7;
    return xorshift ^= xorshift << 17;
}
static uint32_t lcg = 1;
static uint32_t Lcg(void) { return lcg = lcg * 1664525u + 1013904223u; }
int main(void) {
    float w[64] = {0};
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        xorshift = (uint64_t)step + 1;
        lcg = 1;
#endif
        float noise = (float)(Xorshift() % 100) + (float)(Lcg() % 100);
        for (int i = 0; i < 64; i++) w[i] += 0.1f * (noise - w[i]);
    }
    printf("%f\n", w[0]);
}
