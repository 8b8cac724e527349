// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/execution_policy.h"
#include "thrust/pair.h"

namespace thrust {
namespace detail {

// Of equal elements the first one.
template <bool finds_least>
struct extreme_element {
  template <class Policy, class In, class IsLess>
  static In run(const Policy& policy, In first, In last, IsLess is_less) {
    const auto in = raw(first);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t at = 0;
    std::ptrdiff_t* const best = &at;
    policy.once([=] {
      IsLess less = is_less;
      for (std::ptrdiff_t i = 1; i < count; ++i)
        if (finds_least ? less(in[i], in[*best]) : less(in[*best], in[i]))
          *best = i;
    });
    return first + at;
  }
  template <class Policy, class In>
  static In run(const Policy& policy, In first, In last) {
    return run(policy, first, last, std::less<>());
  }
};
using min_element = extreme_element<true>;
using max_element = extreme_element<false>;

struct minmax_element {
  template <class Policy, class In, class... IsLess>
  static std::pair<In, In> run(const Policy& policy, In first, In last, IsLess... is_less) {
    return {min_element::run(policy, first, last, is_less...), max_element::run(policy, first, last, is_less...)};
  }
};

}  // namespace detail

template <class... Arguments>
auto min_element(const Arguments&... arguments) {
  return detail::call<detail::min_element>(arguments...);
}
template <class... Arguments>
auto max_element(const Arguments&... arguments) {
  return detail::call<detail::max_element>(arguments...);
}
template <class... Arguments>
auto minmax_element(const Arguments&... arguments) {
  return detail::call<detail::minmax_element>(arguments...);
}

}  // namespace thrust
