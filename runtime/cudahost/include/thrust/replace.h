// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct replace_if {
  template <class Policy, class It, class IsWanted, class T>
  static void run(const Policy& policy, It first, It last, IsWanted is_wanted, const T& value) {
    const auto at = raw(first);
    policy.each(last - first, [=](std::ptrdiff_t i) {
      IsWanted ask = is_wanted;
      if (ask(at[i]))
        at[i] = value;
    });
  }
};
struct replace {
  template <class Policy, class It, class T>
  static void run(const Policy& policy, It first, It last, const T& old, const T& value) {
    replace_if::run(policy, first, last, [=](const T& is) { return is == old; }, value);
  }
};

}  // namespace detail

template <class... Arguments>
auto replace(const Arguments&... arguments) {
  return detail::call<detail::replace>(arguments...);
}
template <class... Arguments>
auto replace_if(const Arguments&... arguments) {
  return detail::call<detail::replace_if>(arguments...);
}

}  // namespace thrust
