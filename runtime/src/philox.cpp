// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams of draws over kernels/philox.h.
#include "kernels/philox.h"

#include <cmath>
#include <cstdint>

#include "detrain/detrain.h"

namespace {

std::uint32_t Draw(const detrain_stream& s, std::uint64_t n) {
  return detrain::kernels::PhiloxDraw(s.seed, s.stream, n);
}

}  // namespace

extern "C" {

void detrain_philox4x32_10(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
  const detrain::kernels::Words4 words =
      detrain::kernels::Philox({{counter[0], counter[1], counter[2], counter[3]}}, key[0], key[1]);
  for (int i = 0; i < 4; ++i)
    out[i] = words.word[i];
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
