// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <new>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct uninitialized_fill {
  template <class Policy, class Out, class T>
  static void run(const Policy& policy, Out first, Out last, const T& value) {
    const auto out = raw(first);
    policy.each(last - first, [=](std::ptrdiff_t i) { new (&out[i]) value_of<Out>(value); });
  }
};

}  // namespace detail

template <class... Arguments>
auto uninitialized_fill(const Arguments&... arguments) {
  return detail::call<detail::uninitialized_fill>(arguments...);
}

}  // namespace thrust
