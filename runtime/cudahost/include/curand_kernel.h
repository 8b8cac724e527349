// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuRAND's Philox4_32_10 in device code: seeds, subsequences, offsets and uniform numbers are cuRAND's to the bit,
// normal ones follow the same method (Box and Muller) with the C library's functions. Other generators are not there.
#pragma once

#include "cuda_runtime.h"

// With cuRAND's layout, which is what a plan of the program speaks of.
struct curandStatePhilox4_32_10 {
  uint4 ctr;       // the block of draws, 64 bits, and the subsequence, 64 bits
  uint4 output;    // the draws of that block
  uint2 key;       // the seed
  unsigned STATE;  // how many of `output` are drawn
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
static_assert(sizeof(curandStatePhilox4_32_10) == 64, "as large as cuRAND's");
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

namespace detrain::cudahost {

uint4 PhiloxOutput(uint4 counter, uint2 key);
float2 BoxMuller(unsigned a, unsigned b);

inline unsigned Low(unsigned long long x) {
  return static_cast<unsigned>(x);
}
inline unsigned High(unsigned long long x) {
  return static_cast<unsigned>(x >> 32);
}

}  // namespace detrain::cudahost

inline void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned long long at = state->STATE + n % 4;
  const unsigned long long block =
      (static_cast<unsigned long long>(state->ctr.y) << 32 | state->ctr.x) + n / 4 + at / 4;
  state->ctr.x = ::detrain::cudahost::Low(block);
  state->ctr.y = ::detrain::cudahost::High(block);
  state->STATE = static_cast<unsigned>(at % 4);
  if (n != 0)
    state->output = ::detrain::cudahost::PhiloxOutput(state->ctr, state->key);
}
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStatePhilox4_32_10_t* state) {
  *state = {};
  state->key = {::detrain::cudahost::Low(seed), ::detrain::cudahost::High(seed)};
  state->ctr = {0, 0, ::detrain::cudahost::Low(subsequence), ::detrain::cudahost::High(subsequence)};
  state->output = ::detrain::cudahost::PhiloxOutput(state->ctr, state->key);
  skipahead(offset, state);
}
inline unsigned curand(curandStatePhilox4_32_10_t* state) {
  const unsigned draws[4] = {state->output.x, state->output.y, state->output.z, state->output.w};
  const unsigned draw = draws[state->STATE];
  if (state->STATE == 3)
    skipahead(1, state);
  else
    ++state->STATE;
  return draw;
}
inline uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const unsigned x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return {x, y, z, w};
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
  if (state->boxmuller_flag != 0) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  const unsigned a = curand(state), b = curand(state);
  const float2 two = ::detrain::cudahost::BoxMuller(a, b);
  state->boxmuller_extra = two.y;
  state->boxmuller_flag = 1;
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
