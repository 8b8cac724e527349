// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

// Both parts keep their order.
struct stable_partition {
  template <class Policy, class It, class IsWanted>
  static It run(const Policy& policy, It first, It last, IsWanted is_wanted) {
    const auto at = raw(first);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t all = 0;
    std::ptrdiff_t* const kept = &all;
    policy.once([=] {
      IsWanted ask = is_wanted;
      std::vector<value_of<It>> others;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        if (ask(at[i]))
          at[(*kept)++] = at[i];
        else
          others.push_back(at[i]);
      std::ptrdiff_t to = *kept;
      for (const value_of<It>& other : others)
        at[to++] = other;
    });
    return first + all;
  }
};
using partition = stable_partition;

}  // namespace detail

template <class... Arguments>
auto partition(const Arguments&... arguments) {
  return detail::call<detail::partition>(arguments...);
}
template <class... Arguments>
auto stable_partition(const Arguments&... arguments) {
  return detail::call<detail::stable_partition>(arguments...);
}

}  // namespace thrust
