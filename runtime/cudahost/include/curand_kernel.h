// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuRAND's Philox4_32_10, XORWOW (`curandState`) and MRG32k3a in device code: seeds, subsequences, offsets, integers
// and uniform numbers are cuRAND's to the bit, normal ones follow the same method (Box and Muller) with the C library's
// functions. Other generators are not there.
#pragma once

#include <cmath>

#include "cuda_runtime.h"
#include "curand.h"
#include "detrain/cudahost/mrg32k3a.h"

// With cuRAND's layouts, which are what a plan of the program speaks of.
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

struct curandStateXORWOW {
  unsigned d, v[5];  // a Weyl sequence and a xorshift generator of 160 bits
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
static_assert(sizeof(curandStateXORWOW) == 48, "as large as cuRAND's");
using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

namespace detrain::cudahost {

uint4 PhiloxOutput(uint4 counter, uint2 key);
float2 BoxMuller(unsigned a, unsigned b);
double2 BoxMullerDouble(unsigned a, unsigned b, unsigned c, unsigned d);
// `count` times 2^`power` numbers further in the sequence.
void JumpXorwow(curandStateXORWOW* state, unsigned long long count, unsigned power);

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
inline void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  ::detrain::cudahost::JumpXorwow(state, n, 0);
}
inline void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  ::detrain::cudahost::JumpXorwow(state, n, 67);
}

inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStatePhilox4_32_10_t* state) {
  *state = {};
  state->key = {::detrain::cudahost::Low(seed), ::detrain::cudahost::High(seed)};
  state->ctr = {0, 0, ::detrain::cudahost::Low(subsequence), ::detrain::cudahost::High(subsequence)};
  state->output = ::detrain::cudahost::PhiloxOutput(state->ctr, state->key);
  skipahead(offset, state);
}
// Marsaglia's numbers, shifted by two that the halves of the seed make.
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStateXORWOW_t* state) {
  const unsigned low = 1099087573U * (::detrain::cudahost::Low(seed) ^ 0xaad26b49U);
  const unsigned high = 2591861531U * (::detrain::cudahost::High(seed) ^ 0xf7dcefddU);
  *state = {};
  state->d = 6615241U + high + low;
  state->v[0] = 123456789U + low;
  state->v[1] = 362436069U ^ low;
  state->v[2] = 521288629U + high;
  state->v[3] = 88675123U ^ high;
  state->v[4] = 5783321U + low;
  skipahead_sequence(subsequence, state);
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
inline unsigned curand(curandStateXORWOW_t* state) {
  const unsigned t = state->v[0] ^ (state->v[0] >> 2);
  for (int i = 0; i < 4; ++i)
    state->v[i] = state->v[i + 1];
  state->v[4] ^= (state->v[4] << 4) ^ t ^ (t << 1);
  state->d += 362437U;
  return state->v[4] + state->d;
}
inline uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const unsigned x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return {x, y, z, w};
}

inline float _curand_uniform(unsigned x) {
  return static_cast<float>(x) * 2.3283064365386963e-10F + 1.1641532182693481e-10F;
}
inline double _curand_uniform_double_hq(unsigned x, unsigned y) {
  const unsigned long long bits = x ^ (static_cast<unsigned long long>(y) << 21);
  return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}

// What follows is alike for these two, and from the normal numbers on for all.
template <class State>
inline float curand_uniform(State* state) {
  return _curand_uniform(curand(state));
}
template <class State>
inline double curand_uniform_double(State* state) {
  const unsigned x = curand(state), y = curand(state);
  return _curand_uniform_double_hq(x, y);
}
template <class State>
inline float2 curand_normal2(State* state) {
  const unsigned a = curand(state), b = curand(state);
  return ::detrain::cudahost::BoxMuller(a, b);
}
template <class State>
inline double2 curand_normal2_double(State* state) {
  const unsigned a = curand(state), b = curand(state), c = curand(state), d = curand(state);
  return ::detrain::cudahost::BoxMullerDouble(a, b, c, d);
}
template <class State>
inline float curand_normal(State* state) {
  if (state->boxmuller_flag != 0) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  const float2 two = curand_normal2(state);
  state->boxmuller_extra = two.y;
  state->boxmuller_flag = 1;
  return two.x;
}
template <class State>
inline double curand_normal_double(State* state) {
  if (state->boxmuller_flag_double != 0) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  const double2 two = curand_normal2_double(state);
  state->boxmuller_extra_double = two.y;
  state->boxmuller_flag_double = 1;
  return two.x;
}
template <class State>
inline float curand_log_normal(State* state, float mean, float deviation) {
  return std::exp(mean + deviation * curand_normal(state));
}
template <class State>
inline double curand_log_normal_double(State* state, double mean, double deviation) {
  return std::exp(mean + deviation * curand_normal_double(state));
}
template <class State>
inline float2 curand_log_normal2(State* state, float mean, float deviation) {
  const float2 two = curand_normal2(state);
  return {std::exp(mean + deviation * two.x), std::exp(mean + deviation * two.y)};
}
template <class State>
inline double2 curand_log_normal2_double(State* state, double mean, double deviation) {
  const double2 two = curand_normal2_double(state);
  return {std::exp(mean + deviation * two.x), std::exp(mean + deviation * two.y)};
}

inline float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return {_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w)};
}
inline float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 a = ::detrain::cudahost::BoxMuller(x.x, x.y), b = ::detrain::cudahost::BoxMuller(x.z, x.w);
  return {a.x, a.y, b.x, b.y};
}
inline float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float deviation) {
  const float4 x = curand_normal4(state);
  return {std::exp(mean + deviation * x.x), std::exp(mean + deviation * x.y), std::exp(mean + deviation * x.z),
          std::exp(mean + deviation * x.w)};
}
