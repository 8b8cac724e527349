// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

// The first element of its kind.
struct find_if {
  template <class Policy, class In, class IsWanted>
  static In run(const Policy& policy, In first, In last, IsWanted is_wanted) {
    const auto in = raw(first);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t at = 0;
    std::ptrdiff_t* const found = &at;
    policy.once([=] {
      IsWanted ask = is_wanted;
      while (*found < count && !ask(in[*found]))
        ++*found;
    });
    return first + at;
  }
};
struct find_if_not {
  template <class Policy, class In, class IsWanted>
  static In run(const Policy& policy, In first, In last, IsWanted is_wanted) {
    return find_if::run(policy, first, last, [=](const value_of<In>& is) {
      IsWanted ask = is_wanted;
      return !ask(is);
    });
  }
};
struct find {
  template <class Policy, class In, class T>
  static In run(const Policy& policy, In first, In last, const T& value) {
    return find_if::run(policy, first, last, [=](const value_of<In>& is) { return is == value; });
  }
};

}  // namespace detail

template <class... Arguments>
auto find(const Arguments&... arguments) {
  return detail::call<detail::find>(arguments...);
}
template <class... Arguments>
auto find_if(const Arguments&... arguments) {
  return detail::call<detail::find_if>(arguments...);
}
template <class... Arguments>
auto find_if_not(const Arguments&... arguments) {
  return detail::call<detail::find_if_not>(arguments...);
}

}  // namespace thrust
