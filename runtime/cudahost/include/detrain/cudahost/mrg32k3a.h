// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MRG32k3a (L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number generators",
// 1999) as cuRAND has it: seeds, subsequences of 2^76 numbers (cuRAND's pages speak of 2^67), sequences of 2^127,
// offsets, integers and uniform numbers are cuRAND's to the bit. A part of curand_kernel.h.
#pragma once

#include <cmath>
#include <cstdint>

#include "cuda_runtime.h"

// With cuRAND's layout.
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];  // the last three numbers of each recurrence, the oldest first
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
static_assert(sizeof(curandStateMRG32k3a) == 48, "as large as cuRAND's");
using curandStateMRG32k3a_t = curandStateMRG32k3a;

namespace detrain::cudahost {

inline constexpr std::uint64_t kMrgModulus1 = 4294967087U, kMrgModulus2 = 4294944443U;

// `count` times 2^`power` numbers further in the sequence.
void JumpMrg(curandStateMRG32k3a* state, unsigned long long count, unsigned power);

// From 1 to the first modulus. A term that is subtracted is the modulus less it, added.
inline std::uint64_t NextMrg(curandStateMRG32k3a* state) {
  unsigned (&x)[3] = state->s1;
  unsigned (&y)[3] = state->s2;
  const std::uint64_t a = (1403580U * std::uint64_t{x[1]} + 810728U * (kMrgModulus1 - x[0])) % kMrgModulus1;
  const std::uint64_t b = (527612U * std::uint64_t{y[2]} + 1370589U * (kMrgModulus2 - y[0])) % kMrgModulus2;
  x[0] = x[1], x[1] = x[2], x[2] = static_cast<unsigned>(a);
  y[0] = y[1], y[1] = y[2], y[2] = static_cast<unsigned>(b);
  return a > b ? a - b : a + kMrgModulus1 - b;
}
inline double UniformMrg(curandStateMRG32k3a* state) {
  return static_cast<double>(NextMrg(state)) * 2.3283065498378288e-10;
}

}  // namespace detrain::cudahost

inline void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
  ::detrain::cudahost::JumpMrg(state, n, 0);
}
inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  ::detrain::cudahost::JumpMrg(state, n, 76);
}
inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  ::detrain::cudahost::JumpMrg(state, n, 127);
}

// The seed's halves are factors of the published state, each of every other number.
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                        curandStateMRG32k3a_t* state) {
  const std::uint64_t low = static_cast<unsigned>(seed) ^ 0x55555555U;
  const std::uint64_t high = static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaaU;
  *state = {};
  for (unsigned i = 0; i < 3; ++i) {
    const std::uint64_t one = seed == 0 ? 1 : i == 1 ? high : low, other = seed == 0 ? 1 : i == 1 ? low : high;
    state->s1[i] = static_cast<unsigned>(one * 12345U % ::detrain::cudahost::kMrgModulus1);
    state->s2[i] = static_cast<unsigned>(other * 12345U % ::detrain::cudahost::kMrgModulus2);
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}

inline unsigned curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned>(static_cast<double>(::detrain::cudahost::NextMrg(state)) * 1.000000048662);
}
inline float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(::detrain::cudahost::UniformMrg(state));
}
inline double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return ::detrain::cudahost::UniformMrg(state);
}
// By the same method as the others' (Box and Muller), from its own uniform numbers.
inline float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float u = curand_uniform(state), angle = curand_uniform(state) * 6.2831855F;
  const float radius = std::sqrt(-2.0F * std::log(u));
  return {radius * std::sin(angle), radius * std::cos(angle)};
}
inline double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double u = curand_uniform_double(state), angle = curand_uniform_double(state) * 6.283185307179586;
  const double radius = std::sqrt(-2.0 * std::log(u));
  return {radius * std::sin(angle), radius * std::cos(angle)};
}
