// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <detrain/draws.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "kernels/philox.h"

namespace {

using detrain::kernels::Philox;
using detrain::kernels::Words4;

std::uint32_t Low(std::uint64_t number) {
  return static_cast<std::uint32_t>(number);
}

std::uint32_t High(std::uint64_t number) {
  return static_cast<std::uint32_t>(number >> 32);
}

std::uint64_t Join(std::uint32_t high, std::uint32_t low) {
  return static_cast<std::uint64_t>(high) << 32 | low;
}

Words4 BlockOf(const detrain_draws& draws, std::uint64_t sample, std::uint64_t element) {
  return Philox({{Low(element), High(element) ^ draws.salt[0], Low(sample), High(sample) ^ draws.salt[1]}},
                draws.key[0], draws.key[1]);
}

// A Feistel network over 2 * half bits: a permutation, whatever the rounds' function is (Luby and Rackoff 1988).
std::uint64_t Permuted(const detrain_draws& draws, std::uint64_t number, unsigned half) {
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  std::uint64_t left = number >> half, right = number & mask;
  for (std::uint64_t round = 0; round < 6; ++round) {
    const Words4 words = BlockOf(draws, right, ~round);
    const std::uint64_t mixed = left ^ (Join(words.word[0], words.word[1]) & mask);
    left = right;
    right = mixed;
  }
  return left << half | right;
}

}  // namespace

extern "C" {

detrain_draws detrain_draws_at(std::uint64_t seed, std::uint64_t stream, std::uint64_t step) {
  const Words4 words = Philox({{Low(stream), High(stream), Low(step), High(step)}}, Low(seed), High(seed));
  return {{words.word[0], words.word[1]}, {words.word[2], words.word[3]}};
}

std::uint32_t detrain_draw_u32(const detrain_draws* draws, std::uint64_t sample, std::uint64_t element) {
  return BlockOf(*draws, sample, element).word[0];
}

std::uint64_t detrain_draw_u64(const detrain_draws* draws, std::uint64_t sample, std::uint64_t element) {
  const Words4 words = BlockOf(*draws, sample, element);
  return Join(words.word[0], words.word[1]);
}

float detrain_draw_f32(const detrain_draws* draws, std::uint64_t sample, std::uint64_t element) {
  return static_cast<float>(detrain_draw_u32(draws, sample, element) >> 8) * 0x1p-24F;
}

double detrain_draw_f64(const detrain_draws* draws, std::uint64_t sample, std::uint64_t element) {
  return static_cast<double>(detrain_draw_u64(draws, sample, element) >> 11) * 0x1p-53;
}

// 1 - u lies in (0,1], so that the logarithm is finite.
float detrain_draw_normal_f32(const detrain_draws* draws, std::uint64_t sample, std::uint64_t element) {
  const Words4 words = BlockOf(*draws, sample, element);
  const double u = 1.0 - static_cast<double>(words.word[0] >> 8) * 0x1p-24;
  const double angle = 6.283185307179586 * (static_cast<double>(words.word[1] >> 8) * 0x1p-24);
  return static_cast<float>(std::sqrt(-2.0 * std::log(u)) * std::cos(angle));
}

std::uint64_t detrain_draw_below(const detrain_draws* draws, std::uint64_t sample, std::uint64_t element,
                                 std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(detrain_draw_u64(draws, sample, element)) * bound >> 64);
}

std::uint64_t detrain_draw_shuffled(const detrain_draws* draws, std::uint64_t place, std::uint64_t count) {
  if (place >= count)
    return place;
  unsigned half = 1;
  while (half < 32 && (count - 1) >> (2 * half) != 0)
    ++half;
  // Outside of the range the walk goes on; it comes back, since a permutation's cycles close.
  std::uint64_t number = Permuted(*draws, place, half);
  while (number >= count)
    number = Permuted(*draws, number, half);
  return number;
}

// NOLINTBEGIN(concurrency-mt-unsafe): the states are the caller's
// 31 bits each.
detrain_draws detrain_draws_by_rand_r(unsigned* state) {
  std::uint64_t names[3] = {};
  for (std::uint64_t& name : names) {
    const auto high = static_cast<std::uint32_t>(rand_r(state));
    name = Join(high, static_cast<std::uint32_t>(rand_r(state)));
  }
  return detrain_draws_at(names[0], names[1], names[2]);
}

// 32 bits each.
detrain_draws detrain_draws_by_erand48(unsigned short state[3]) {
  std::uint64_t names[2] = {};
  for (std::uint64_t& name : names) {
    const auto high = static_cast<std::uint32_t>(jrand48(state));
    name = Join(high, static_cast<std::uint32_t>(jrand48(state)));
  }
  return detrain_draws_at(names[0], names[1], 0);
}
// NOLINTEND(concurrency-mt-unsafe)

unsigned detrain_sample_rand_r(const detrain_draws* draws, std::uint64_t sample) {
  return detrain_draw_u32(draws, sample, 0);
}

void detrain_sample_erand48(const detrain_draws* draws, std::uint64_t sample, unsigned short state[3]) {
  const std::uint64_t words = detrain_draw_u64(draws, sample, 0);
  for (unsigned i = 0; i < 3; ++i)
    state[i] = static_cast<unsigned short>(words >> (16 * i));
}

}  // extern "C"
