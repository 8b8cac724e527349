// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct equal {
  template <class Policy, class In, class Other, class IsEqual>
  static bool run(const Policy& policy, In first, In last, Other others, IsEqual is_equal) {
    const auto a = raw(first);
    const auto b = raw(others);
    const std::ptrdiff_t count = last - first;
    bool all = true;
    bool* const result = &all;
    policy.once([=] {
      IsEqual same = is_equal;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        *result = *result && same(a[i], b[i]);
    });
    return all;
  }
  template <class Policy, class In, class Other>
  static bool run(const Policy& policy, In first, In last, Other others) {
    return run(policy, first, last, others, std::equal_to<>());
  }
};

}  // namespace detail

template <class... Arguments>
auto equal(const Arguments&... arguments) {
  return detail::call<detail::equal>(arguments...);
}

}  // namespace thrust
