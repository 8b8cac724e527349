// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct scatter {
  template <class Policy, class In, class Numbers, class Out>
  static void run(const Policy& policy, In first, In last, Numbers numbers, Out result) {
    const auto in = raw(first);
    const auto number = raw(numbers);
    const auto out = raw(result);
    policy.each(last - first, [=](std::ptrdiff_t i) { out[static_cast<std::ptrdiff_t>(number[i])] = in[i]; });
  }
};
struct scatter_if {
  template <class Policy, class In, class Numbers, class Stencil, class Out>
  static void run(const Policy& policy, In first, In last, Numbers numbers, Stencil stencils, Out result) {
    const auto in = raw(first);
    const auto number = raw(numbers);
    const auto stencil = raw(stencils);
    const auto out = raw(result);
    policy.each(last - first, [=](std::ptrdiff_t i) {
      if (stencil[i])
        out[static_cast<std::ptrdiff_t>(number[i])] = in[i];
    });
  }
};

}  // namespace detail

template <class... Arguments>
auto scatter(const Arguments&... arguments) {
  return detail::call<detail::scatter>(arguments...);
}
template <class... Arguments>
auto scatter_if(const Arguments&... arguments) {
  return detail::call<detail::scatter_if>(arguments...);
}

}  // namespace thrust
