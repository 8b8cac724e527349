// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// draws.hpp: what the rewriter puts where the samples of a parallel loop draw from an engine of <random> that belongs
// to their thread, or that all threads share. In front of the loop the engine draws three numbers, which stand for the
// stream and the step; in the loop each sample has an engine of its own, whose numbers are those of detrain/draws.h:
// named by the sample and by their place in it. C++17.
#ifndef DETRAIN_DRAWS_HPP
#define DETRAIN_DRAWS_HPP

#include <detrain/draws.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace detrain {

// A generator of random bits with the range of Engine, which has all numbers of 32 or 64 bits.
template <class Engine>
class SampleEngine {
 public:
  using result_type = typename Engine::result_type;
  static constexpr bool kIsWide = Engine::max() == std::numeric_limits<std::uint64_t>::max();
  static_assert(Engine::min() == 0 && (kIsWide || Engine::max() == std::numeric_limits<std::uint32_t>::max()));

  SampleEngine(const detrain_draws& draws, std::uint64_t sample) : draws_(draws), sample_(sample) {}
  static constexpr result_type min() { return Engine::min(); }
  static constexpr result_type max() { return Engine::max(); }
  result_type operator()() {
    if constexpr (kIsWide)
      return detrain_draw_u64(&draws_, sample_, element_++);
    else
      return detrain_draw_u32(&draws_, sample_, element_++);
  }

 private:
  detrain_draws draws_;
  std::uint64_t sample_, element_ = 0;
};

// A seed sequence whose words are a sample's draws: they fill an engine's whole state.
class SampleSeeds {
 public:
  using result_type = std::uint32_t;

  SampleSeeds(const detrain_draws& draws, std::uint64_t sample) : draws_(draws), sample_(sample) {}
  template <class It>
  void generate(It first, It last) {
    for (std::uint64_t element = 0; first != last; ++first, ++element)
      *first = detrain_draw_u32(&draws_, sample_, element);
  }

 private:
  detrain_draws draws_;
  std::uint64_t sample_;
};

// The draws of a loop's samples, in the place of Engine's.
template <class Engine>
class SampleDraws {
 public:
  SampleDraws() = default;
  explicit SampleDraws(Engine& engine) {
    const auto stream = engine(), step = engine(), seed = engine();
    draws_ = detrain_draws_at(seed, stream, step);
  }
  // For draws alone: no more than the sample's number and a count.
  template <class Number>
  SampleEngine<Engine> Of(Number sample) const {
    return {draws_, static_cast<std::uint64_t>(sample)};
  }
  // For functions that want an Engine: it is seeded for each sample, which costs as many draws as it has words.
  template <class Number>
  Engine EngineOf(Number sample) const {
    SampleSeeds seeds(draws_, static_cast<std::uint64_t>(sample));
    return Engine(seeds);
  }

 private:
  detrain_draws draws_ = {};
};

template <class Engine>
SampleDraws<std::remove_reference_t<Engine>> DrawsBy(Engine&& engine) {
  return SampleDraws<std::remove_reference_t<Engine>>(engine);
}

}  // namespace detrain

#endif
