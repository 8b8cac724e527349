// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct for_each_n {
  template <class Policy, class In, class Size, class Function>
  static In run(const Policy& policy, In first, Size count, Function function) {
    const auto in = raw(first);
    policy.each(static_cast<std::ptrdiff_t>(count), [=](std::ptrdiff_t i) {
      Function own = function;
      own(in[i]);
    });
    return first + static_cast<std::ptrdiff_t>(count);
  }
};
struct for_each {
  template <class Policy, class In, class Function>
  static In run(const Policy& policy, In first, In last, Function function) {
    return for_each_n::run(policy, first, last - first, function);
  }
};

}  // namespace detail

template <class... Arguments>
auto for_each(const Arguments&... arguments) {
  return detail::call<detail::for_each>(arguments...);
}
template <class... Arguments>
auto for_each_n(const Arguments&... arguments) {
  return detail::call<detail::for_each_n>(arguments...);
}

}  // namespace thrust
