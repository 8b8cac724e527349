// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Engines that walk in a ring of residues, as threads want them: a state of four bytes, any number of draws skipped at
// once (by powers of the multiplier). Integers and uniform numbers are Thrust's; normal ones are of the right
// distribution only. Not there: ranlux, subtract-with-carry, Tausworthe.
#pragma once

#include <cmath>
#include <cstdint>

namespace thrust {

template <class UInt, UInt multiplier_, UInt increment_, UInt modulus_>
class linear_congruential_engine {
 public:
  using result_type = UInt;
  static constexpr UInt multiplier = multiplier_, increment = increment_, modulus = modulus_;
  static constexpr UInt min = increment == 0 ? 1 : 0, max = modulus - 1, default_seed = 1;
  static_assert(increment == 0 && modulus < (1ULL << 32), "of others no draws are skipped");

  explicit linear_congruential_engine(UInt seeded = default_seed) { seed(seeded); }
  void seed(UInt seeded = default_seed) { m_x = seeded % modulus == 0 ? 1 : seeded % modulus; }
  UInt operator()() {
    discard(1);
    return m_x;
  }
  void discard(unsigned long long draws) {
    std::uint64_t factor = 1;
    for (std::uint64_t power = multiplier; draws > 0; draws /= 2, power = power * power % modulus)
      if (draws % 2 == 1)
        factor = factor * power % modulus;
    m_x = static_cast<UInt>(factor * m_x % modulus);
  }
  friend bool operator==(const linear_congruential_engine& a, const linear_congruential_engine& b) {
    return a.m_x == b.m_x;
  }
  friend bool operator!=(const linear_congruential_engine& a, const linear_congruential_engine& b) { return !(a == b); }

 private:
  UInt m_x = 1;
};

using minstd_rand0 = linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

// In [low, high).
template <class T = double>
class uniform_real_distribution {
 public:
  using result_type = T;

  explicit uniform_real_distribution(T low = 0, T high = 1) : low_(low), high_(high) {}
  void reset() {}
  T a() const { return low_; }
  T b() const { return high_; }
  template <class Engine>
  T operator()(Engine& engine) const {
    const T part = static_cast<T>(engine() - Engine::min) / (T(1) + static_cast<T>(Engine::max - Engine::min));
    return part * (high_ - low_) + low_;
  }

 private:
  T low_, high_;
};

// From `least` to `most`, both included.
template <class T = int>
class uniform_int_distribution {
 public:
  using result_type = T;

  explicit uniform_int_distribution(T least = 0, T most = 2147483647) : least_(least), most_(most) {}
  void reset() {}
  T a() const { return least_; }
  T b() const { return most_; }
  template <class Engine>
  T operator()(Engine& engine) const {
    uniform_real_distribution<double> real(static_cast<double>(least_), static_cast<double>(most_) + 1);
    return static_cast<T>(real(engine));
  }

 private:
  T least_, most_;
};

// By the method of Box and Muller (1958), from two draws, of which nothing is kept.
template <class T = double>
class normal_distribution {
 public:
  using result_type = T;

  explicit normal_distribution(T mean = 0, T deviation = 1) : mean_(mean), deviation_(deviation) {}
  void reset() {}
  T mean() const { return mean_; }
  T stddev() const { return deviation_; }
  template <class Engine>
  T operator()(Engine& engine) const {
    const uniform_real_distribution<T> uniform;
    const T radius = std::sqrt(T(-2) * std::log(T(1) - uniform(engine)));
    return mean_ + deviation_ * radius * std::cos(T(6.283185307179586) * uniform(engine));
  }

 private:
  T mean_, deviation_;
};

namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
using thrust::minstd_rand0;
using thrust::normal_distribution;
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random

}  // namespace thrust
