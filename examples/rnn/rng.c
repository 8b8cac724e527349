// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rng.h"

#include <math.h>

static uint64_t state = 1;

// SplitMix64 (Steele, Lea and Flood 2014).
static uint64_t next(void) {
    uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

void rng_seed(uint64_t seed) {
    state = seed;
}

uint32_t rng_u32(void) {
    return (uint32_t)(next() >> 32);
}

float rng_uniform(void) {
    return (float)(rng_u32() >> 8) / 16777216.0f;
}

// Marsaglia's polar method gives two deviates at a time; the second waits for the next call.
float rng_normal(void) {
    static float spare;
    static int has_spare;
    if (has_spare) {
        has_spare = 0;
        return spare;
    }
    float u, v, s;
    do {
        u = 2.0f * rng_uniform() - 1.0f;
        v = 2.0f * rng_uniform() - 1.0f;
        s = u * u + v * v;
    } while (s >= 1.0f || s == 0.0f);
    float scale = sqrtf(-2.0f * logf(s) / s);
    spare = v * scale;
    has_spare = 1;
    return u * scale;
}

int rng_below(int n) {
    return (int)(((uint64_t)rng_u32() * (uint64_t)n) >> 32);
}

// Fisher and Yates.
void rng_shuffle(int *x, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = rng_below(i + 1);
        int swap = x[i];
        x[i] = x[j];
        x[j] = swap;
    }
}
