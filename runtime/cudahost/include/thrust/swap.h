// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct swap_ranges {
  template <class Policy, class It, class Other>
  static Other run(const Policy& policy, It first, It last, Other others) {
    const auto a = raw(first);
    const auto b = raw(others);
    policy.each(last - first, [=](std::ptrdiff_t i) {
      const value_of<It> had = a[i];
      a[i] = b[i];
      b[i] = had;
    });
    return others + (last - first);
  }
};

}  // namespace detail

template <class... Arguments>
auto swap_ranges(const Arguments&... arguments) {
  return detail::call<detail::swap_ranges>(arguments...);
}

}  // namespace thrust
