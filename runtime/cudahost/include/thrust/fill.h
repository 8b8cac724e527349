// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct fill_n {
  template <class Policy, class Out, class Size, class T>
  static Out run(const Policy& policy, Out first, Size count, const T& value) {
    const auto out = raw(first);
    policy.each(static_cast<std::ptrdiff_t>(count), [=](std::ptrdiff_t i) { out[i] = value; });
    return first + static_cast<std::ptrdiff_t>(count);
  }
};
struct fill {
  template <class Policy, class Out, class T>
  static void run(const Policy& policy, Out first, Out last, const T& value) {
    fill_n::run(policy, first, last - first, value);
  }
};

}  // namespace detail

template <class... Arguments>
auto fill(const Arguments&... arguments) {
  return detail::call<detail::fill>(arguments...);
}
template <class... Arguments>
auto fill_n(const Arguments&... arguments) {
  return detail::call<detail::fill_n>(arguments...);
}

}  // namespace thrust
