// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// draws.h: random numbers that belong to what they are for, not to who draws them. A draw is named by (seed, stream,
// step, sample, element): the same number comes out in whatever order, on whatever thread or rank, and without the ones
// before it. There is no state to save, and nothing to skip. docs/draws.md shows how to move code here.
//
//     const struct detrain_draws draws = detrain_draws_at(seed, DROPOUT, step);
//     mask[i] = detrain_draw_f32(&draws, sample, i) < keep;
//
// `stream`: which use of random numbers in the program. `sample`: its number in the whole data set or batch, never in a
// worker's part. `element`: which number of that sample. All are any 64 bits; other names give independent numbers.
#ifndef DETRAIN_DRAWS_H
#define DETRAIN_DRAWS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Philox4x32-10: the key of a stream's step, and what it adds to the counter. A value: copy it freely.
struct detrain_draws {
  uint32_t key[2], salt[2];
};
struct detrain_draws detrain_draws_at(uint64_t seed, uint64_t stream, uint64_t step);

uint32_t detrain_draw_u32(const struct detrain_draws* draws, uint64_t sample, uint64_t element);
uint64_t detrain_draw_u64(const struct detrain_draws* draws, uint64_t sample, uint64_t element);
float detrain_draw_f32(const struct detrain_draws* draws, uint64_t sample, uint64_t element);   // [0,1), 24 bits
double detrain_draw_f64(const struct detrain_draws* draws, uint64_t sample, uint64_t element);  // [0,1), 53 bits
// Mean 0, variance 1; Box and Muller 1958. The C library's log and cos: the same bits with the same library.
float detrain_draw_normal_f32(const struct detrain_draws* draws, uint64_t sample, uint64_t element);
// 0 to bound - 1; 0 where bound is 0. No number is likelier than another by more than bound / 2^64.
uint64_t detrain_draw_below(const struct detrain_draws* draws, uint64_t sample, uint64_t element, uint64_t bound);

// A shuffle of 0 to count - 1: what stands at `place`, for an order that changes with the step (an epoch's number).
// Each number stands at one place. Takes no memory; a few draws on the average. `place` where it is not below count.
uint64_t detrain_draw_shuffled(const struct detrain_draws* draws, uint64_t place, uint64_t count);

// What the rewriter puts where the samples of a loop draw from a generator of their thread, or from one for all
// (draws.hpp has the same for C++). The generator draws a few numbers in front of the loop, which stand for the stream
// and the step: what it would draw next time gives other names. Functions of the C library with a state of the
// caller's.
struct detrain_draws detrain_draws_by_rand_r(unsigned* state);
struct detrain_draws detrain_draws_by_erand48(unsigned short state[3]);
// The number of a sample that two counters name, each below 2^32.
static inline uint64_t detrain_sample_of(uint64_t outer, uint64_t inner) {
  return (outer << 32) + inner;
}
// The state that sample `sample` begins with, named by it alone.
unsigned detrain_sample_rand_r(const struct detrain_draws* draws, uint64_t sample);
void detrain_sample_erand48(const struct detrain_draws* draws, uint64_t sample, unsigned short state[3]);

#ifdef __cplusplus
}
#endif
#endif
