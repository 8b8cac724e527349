// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/tabulate.h"

namespace thrust {
namespace detail {

struct sequence {
  template <class Policy, class Out>
  static void run(const Policy& policy, Out first, Out last) {
    run(policy, first, last, value_of<Out>(0));
  }
  template <class Policy, class Out, class T>
  static void run(const Policy& policy, Out first, Out last, T from) {
    run(policy, first, last, from, T(1));
  }
  template <class Policy, class Out, class T>
  static void run(const Policy& policy, Out first, Out last, T from, T by) {
    tabulate::run(policy, first, last, [=](std::ptrdiff_t i) { return static_cast<T>(from + static_cast<T>(i) * by); });
  }
};

}  // namespace detail

template <class... Arguments>
auto sequence(const Arguments&... arguments) {
  return detail::call<detail::sequence>(arguments...);
}

}  // namespace thrust
