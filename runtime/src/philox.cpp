// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. Constants and word
// order as in Random123.
#include <cmath>
#include <cstdint>

#include "detrain/detrain.h"

namespace {

constexpr std::uint32_t kMultiply[2] = {0xD2511F53, 0xCD9E8D57};
constexpr std::uint32_t kWeyl[2] = {0x9E3779B9, 0xBB67AE85};

struct Product {
  std::uint32_t high, low;
};

Product Multiply(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t wide = static_cast<std::uint64_t>(a) * b;
  return {static_cast<std::uint32_t>(wide >> 32), static_cast<std::uint32_t>(wide)};
}

// Draw number n of the stream is word n % 4 of block n / 4.
std::uint32_t Draw(const detrain_stream& s, std::uint64_t n) {
  const std::uint64_t block = n / 4;
  const std::uint32_t counter[4] = {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
                                    static_cast<std::uint32_t>(s.stream), static_cast<std::uint32_t>(s.stream >> 32)};
  const std::uint32_t key[2] = {static_cast<std::uint32_t>(s.seed), static_cast<std::uint32_t>(s.seed >> 32)};
  std::uint32_t out[4];
  detrain_philox4x32_10(counter, key, out);
  return out[n % 4];
}

}  // namespace

extern "C" {

void detrain_philox4x32_10(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
  uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]};
  uint32_t k[2] = {key[0], key[1]};
  for (int round = 0; round < 10; ++round) {
    const Product first = Multiply(kMultiply[0], c[0]);
    const Product second = Multiply(kMultiply[1], c[2]);
    const uint32_t next[4] = {second.high ^ c[1] ^ k[0], second.low, first.high ^ c[3] ^ k[1], first.low};
    for (int i = 0; i < 4; ++i)
      c[i] = next[i];
    for (int i = 0; i < 2; ++i)
      k[i] += kWeyl[i];
  }
  for (int i = 0; i < 4; ++i)
    out[i] = c[i];
}

void detrain_stream_init(struct detrain_stream* s, uint64_t seed, uint64_t stream) {
  s->seed = seed;
  s->stream = stream;
  s->next = 0;
}

void detrain_stream_skip(struct detrain_stream* s, uint64_t draws) {
  s->next += draws;
}

uint32_t detrain_stream_u32(struct detrain_stream* s) {
  return Draw(*s, s->next++);
}

float detrain_stream_f32(struct detrain_stream* s) {
  return static_cast<float>(detrain_stream_u32(s) >> 8) * 0x1p-24F;
}

double detrain_stream_f64(struct detrain_stream* s) {
  const uint64_t high = detrain_stream_u32(s);
  const uint64_t bits = (high << 32 | detrain_stream_u32(s)) >> 11;
  return static_cast<double>(bits) * 0x1p-53;
}

// Lemire, "Fast random integer generation in an interval", TOMACS 2019.
uint32_t detrain_stream_below(struct detrain_stream* s, uint32_t bound) {
  if (bound == 0)
    return 0;
  uint64_t wide = static_cast<uint64_t>(detrain_stream_u32(s)) * bound;
  if (static_cast<uint32_t>(wide) < bound) {
    const uint32_t threshold = (0 - bound) % bound;
    while (static_cast<uint32_t>(wide) < threshold)
      wide = static_cast<uint64_t>(detrain_stream_u32(s)) * bound;
  }
  return static_cast<uint32_t>(wide >> 32);
}

// Box and Muller 1958. 1 - u lies in (0,1], so that the logarithm is finite.
float detrain_stream_normal_f32(struct detrain_stream* s) {
  const double u = 1.0 - static_cast<double>(detrain_stream_f32(s));
  const double angle = 6.283185307179586 * static_cast<double>(detrain_stream_f32(s));
  return static_cast<float>(std::sqrt(-2.0 * std::log(u)) * std::cos(angle));
}

}  // extern "C"
