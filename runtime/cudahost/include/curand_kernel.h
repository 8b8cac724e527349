// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuRAND's Philox4_32_10 in device code: seeds, subsequences, offsets and uniform numbers are cuRAND's to the bit,
// normal ones follow the same method (Box and Muller) with the C library's functions. Other generators are not there.
#pragma once

#include "cuda_runtime.h"

struct curandStatePhilox4_32_10 {
  unsigned long long seed, stream, next;  // the next draw's number
  float spare;
  int has_spare;
};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

namespace detrain::cudahost {
// Draws number `from` to `from` + 3 of a stream.
uint4 PhiloxDraws(unsigned long long seed, unsigned long long stream, unsigned long long from);
float2 BoxMuller(unsigned a, unsigned b);
}  // namespace detrain::cudahost

inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStatePhilox4_32_10_t* state) {
  *state = {seed, subsequence, offset, 0.0F, 0};
}
inline void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  state->next += n;
}
inline uint4 curand4(curandStatePhilox4_32_10_t* state) {
  state->next += 4;
  return ::detrain::cudahost::PhiloxDraws(state->seed, state->stream, state->next - 4);
}
inline unsigned curand(curandStatePhilox4_32_10_t* state) {
  return ::detrain::cudahost::PhiloxDraws(state->seed, state->stream, state->next++).x;
}
inline float _curand_uniform(unsigned x) {
  return static_cast<float>(x) * 2.3283064365386963e-10F + 1.1641532182693481e-10F;
}
inline float curand_uniform(curandStatePhilox4_32_10_t* state) {
  return _curand_uniform(curand(state));
}
inline float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return {_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w)};
}
inline float curand_normal(curandStatePhilox4_32_10_t* state) {
  if (state->has_spare != 0) {
    state->has_spare = 0;
    return state->spare;
  }
  const unsigned a = curand(state), b = curand(state);
  const float2 two = ::detrain::cudahost::BoxMuller(a, b);
  state->spare = two.y;
  state->has_spare = 1;
  return two.x;
}
inline float2 curand_normal2(curandStatePhilox4_32_10_t* state) {
  const unsigned a = curand(state), b = curand(state);
  return ::detrain::cudahost::BoxMuller(a, b);
}
inline float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 a = ::detrain::cudahost::BoxMuller(x.x, x.y), b = ::detrain::cudahost::BoxMuller(x.z, x.w);
  return {a.x, a.y, b.x, b.y};
}
