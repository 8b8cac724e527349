// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain.hpp: the C++17 face of detrain.h. Header only; errors as there.
#ifndef DETRAIN_DETRAIN_HPP
#define DETRAIN_DETRAIN_HPP

#include <cstddef>
#include <cstdint>

#include "detrain/detrain.h"

namespace detrain {

// A counter-based stream, usable where the standard library wants a generator of random bits. Its distributions are our
// own: those of the standard library differ between vendors. Copies draw the same numbers.
class Stream {
 public:
  using result_type = std::uint32_t;

  explicit Stream(std::uint64_t seed, std::uint64_t stream = 0) { detrain_stream_init(&state_, seed, stream); }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return UINT32_MAX; }
  result_type operator()() { return detrain_stream_u32(&state_); }

  void Skip(std::uint64_t draws) { detrain_stream_skip(&state_, draws); }  // O(1)
  float Uniform() { return detrain_stream_f32(&state_); }                  // [0,1)
  double UniformDouble() { return detrain_stream_f64(&state_); }           // [0,1)
  std::uint32_t Below(std::uint32_t bound) { return detrain_stream_below(&state_, bound); }
  float Normal() { return detrain_stream_normal_f32(&state_); }

  [[nodiscard]] const detrain_stream& state() const { return state_; }

 private:
  detrain_stream state_;
};

// Binds a variable of a plan's region.
template <typename Variable>
void Bind(const detrain_plan& plan, std::uint32_t region, const Variable& variable) {
  detrain_bind(&plan, region, &variable, sizeof variable);
}

// Registers a static for as long as the program runs: `static detrain::Registration r("file.cc::name", name);`
class Registration {
 public:
  template <typename Variable>
  Registration(const char* path, const Variable& variable) {
    detrain_register(path, &variable, sizeof variable);
  }
};

}  // namespace detrain

#endif
