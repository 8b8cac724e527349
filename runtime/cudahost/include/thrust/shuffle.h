// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct shuffle {
  template <class Policy, class It, class Engine>
  static void run(const Policy& policy, It first, It last, Engine& engine) {
    const auto at = raw(first);
    const std::ptrdiff_t count = last - first;
    Engine* const draws = &engine;
    policy.once([=] {
      for (std::ptrdiff_t i = count - 1; i > 0; --i) {
        const auto j = static_cast<std::ptrdiff_t>((*draws)() % static_cast<unsigned long long>(i + 1));
        const value_of<It> had = at[i];
        at[i] = at[j];
        at[j] = had;
      }
    });
  }
};

}  // namespace detail

template <class It, class Engine>
void shuffle(It first, It last, Engine&& engine) {
  detail::shuffle::run(detail::policy_of<It>(), first, last, engine);
}
template <class Policy, class It, class Engine, class = std::enable_if_t<detail::is_policy<Policy>>>
void shuffle(const Policy& policy, It first, It last, Engine&& engine) {
  detail::shuffle::run(policy, first, last, engine);
}

}  // namespace thrust
