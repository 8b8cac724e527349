// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

// What is left keeps its order.
struct remove_if {
  template <class Policy, class It, class IsUnwanted>
  static It run(const Policy& policy, It first, It last, IsUnwanted is_unwanted) {
    return run(policy, first, last, first, is_unwanted);
  }
  template <class Policy, class It, class Stencil, class IsUnwanted>
  static It run(const Policy& policy, It first, It last, Stencil stencils, IsUnwanted is_unwanted) {
    const auto at = raw(first);
    const auto stencil = raw(stencils);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t all = 0;
    std::ptrdiff_t* const kept = &all;
    policy.once([=] {
      IsUnwanted ask = is_unwanted;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        if (!ask(stencil[i]))
          at[(*kept)++] = at[i];
    });
    return first + all;
  }
};
struct remove {
  template <class Policy, class It, class T>
  static It run(const Policy& policy, It first, It last, const T& value) {
    return remove_if::run(policy, first, last, [=](const value_of<It>& is) { return is == value; });
  }
};

}  // namespace detail

template <class... Arguments>
auto remove(const Arguments&... arguments) {
  return detail::call<detail::remove>(arguments...);
}
template <class... Arguments>
auto remove_if(const Arguments&... arguments) {
  return detail::call<detail::remove_if>(arguments...);
}

}  // namespace thrust
