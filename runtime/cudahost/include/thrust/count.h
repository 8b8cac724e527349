// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct count_if {
  template <class Policy, class In, class IsWanted>
  static std::ptrdiff_t run(const Policy& policy, In first, In last, IsWanted is_wanted) {
    const auto in = raw(first);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t all = 0;
    std::ptrdiff_t* const found = &all;
    policy.once([=] {
      IsWanted ask = is_wanted;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        *found += ask(in[i]) ? 1 : 0;
    });
    return all;
  }
};
struct count {
  template <class Policy, class In, class T>
  static std::ptrdiff_t run(const Policy& policy, In first, In last, const T& value) {
    return count_if::run(policy, first, last, [=](const value_of<In>& is) { return is == value; });
  }
};

}  // namespace detail

template <class... Arguments>
auto count(const Arguments&... arguments) {
  return detail::call<detail::count>(arguments...);
}
template <class... Arguments>
auto count_if(const Arguments&... arguments) {
  return detail::call<detail::count_if>(arguments...);
}

}  // namespace thrust
