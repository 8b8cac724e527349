// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct gather {
  template <class Policy, class Numbers, class In, class Out>
  static Out run(const Policy& policy, Numbers first, Numbers last, In elements, Out result) {
    const auto number = raw(first);
    const auto in = raw(elements);
    const auto out = raw(result);
    policy.each(last - first, [=](std::ptrdiff_t i) { out[i] = in[static_cast<std::ptrdiff_t>(number[i])]; });
    return result + (last - first);
  }
};

}  // namespace detail

template <class... Arguments>
auto gather(const Arguments&... arguments) {
  return detail::call<detail::gather>(arguments...);
}

}  // namespace thrust
