// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct adjacent_difference {
  template <class Policy, class In, class Out, class Operation>
  static Out run(const Policy& policy, In first, In last, Out result, Operation operation) {
    const auto in = raw(first);
    const auto out = raw(result);
    policy.each(last - first, [=](std::ptrdiff_t i) {
      Operation own = operation;
      out[i] = i == 0 ? in[0] : own(in[i], in[i - 1]);
    });
    return result + (last - first);
  }
  template <class Policy, class In, class Out>
  static Out run(const Policy& policy, In first, In last, Out result) {
    return run(policy, first, last, result, std::minus<>());
  }
};

}  // namespace detail

template <class... Arguments>
auto adjacent_difference(const Arguments&... arguments) {
  return detail::call<detail::adjacent_difference>(arguments...);
}

}  // namespace thrust
