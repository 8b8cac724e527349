// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One generator for the whole program.
#ifndef RNN_RNG_H
#define RNN_RNG_H

#include <stdint.h>

void rng_seed(uint64_t seed);
uint32_t rng_u32(void);
float rng_uniform(void);          // in [0, 1)
float rng_normal(void);           // mean 0, variance 1
int rng_below(int n);             // in [0, n), n > 0
void rng_shuffle(int *x, int n);  // permutes x: (n), in place

#endif
