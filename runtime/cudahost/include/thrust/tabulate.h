// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct tabulate {
  template <class Policy, class Out, class Function>
  static void run(const Policy& policy, Out first, Out last, Function function) {
    const auto out = raw(first);
    policy.each(last - first, [=](std::ptrdiff_t i) {
      Function own = function;
      out[i] = own(i);
    });
  }
};

}  // namespace detail

template <class... Arguments>
auto tabulate(const Arguments&... arguments) {
  return detail::call<detail::tabulate>(arguments...);
}

}  // namespace thrust
