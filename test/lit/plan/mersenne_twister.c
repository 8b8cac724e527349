// The state of a Mersenne twister, regenerated when it is used up, is carried whole, with its position.
// RUN: cd %S && %detrain plan mersenne_twister.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan mersenne_twister.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}mersenne_twister.c::mt {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}mersenne_twister.c::at {{.*}} carried{{$}}
//
// Twin 1: seeded in each step.
// TWIN1-DAG: {{^  }}mersenne_twister.c::mt {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}mersenne_twister.c::at {{.*}} dead{{$}}
#include <stdint.h>
#include <stdio.h>
static uint32_t mt[624];
static int at = 624;
static void Seed(uint32_t seed) {
    mt[0] = seed;
    for (int i = 1; i < 624; i++) mt[i] = 1812433253u * (mt[i - 1] ^ (mt[i - 1] >> 30)) + (uint32_t)i;
    at = 624;
}
static uint32_t Draw(void) {
    if (at >= 624) {
        for (int i = 0; i < 624; i++) {
            uint32_t y = (mt[i] & 0x80000000u) | (mt[(i + 1) % 624] & 0x7fffffffu);
            mt[i] = mt[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        at = 0;
    }
    uint32_t y = mt[at++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}
int main(void) {
    float w[64] = {0};
    Seed(5489);
    for (int step = 0; step < 100; step++) {
#if TWIN == 1
        Seed((uint32_t)step);
#endif
        float noise = (float)(Draw() % 100);
        for (int i = 0; i < 64; i++) w[i] += 0.1f * (noise - w[i]);
    }
    printf("%f\n", w[0]);
}
