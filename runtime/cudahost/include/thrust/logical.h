// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/find.h"

namespace thrust {
namespace detail {

struct any_of {
  template <class Policy, class In, class IsWanted>
  static bool run(const Policy& policy, In first, In last, IsWanted is_wanted) {
    return find_if::run(policy, first, last, is_wanted) != last;
  }
};
struct none_of {
  template <class Policy, class In, class IsWanted>
  static bool run(const Policy& policy, In first, In last, IsWanted is_wanted) {
    return !any_of::run(policy, first, last, is_wanted);
  }
};
struct all_of {
  template <class Policy, class In, class IsWanted>
  static bool run(const Policy& policy, In first, In last, IsWanted is_wanted) {
    return find_if_not::run(policy, first, last, is_wanted) == last;
  }
};

}  // namespace detail

template <class... Arguments>
auto any_of(const Arguments&... arguments) {
  return detail::call<detail::any_of>(arguments...);
}
template <class... Arguments>
auto all_of(const Arguments&... arguments) {
  return detail::call<detail::all_of>(arguments...);
}
template <class... Arguments>
auto none_of(const Arguments&... arguments) {
  return detail::call<detail::none_of>(arguments...);
}

}  // namespace thrust
