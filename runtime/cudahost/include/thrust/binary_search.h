// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

// For each value wanted the first place in a sorted range that is not before it, or the first one behind it.
template <bool is_behind>
struct bound {
  template <class Policy, class Sorted, class Values, class Out>
  static Out run(const Policy& policy, Sorted first, Sorted last, Values wanted, Values wanted_end, Out result) {
    const auto in = raw(first);
    const auto value = raw(wanted);
    const auto out = raw(result);
    const std::ptrdiff_t count = last - first;
    policy.each(wanted_end - wanted, [=](std::ptrdiff_t i) {
      std::ptrdiff_t low = 0, high = count;
      while (low < high) {
        const std::ptrdiff_t middle = low + (high - low) / 2;
        if (is_behind ? !(value[i] < in[middle]) : in[middle] < value[i])
          low = middle + 1;
        else
          high = middle;
      }
      out[i] = static_cast<value_of<Out>>(low);
    });
    return result + (wanted_end - wanted);
  }
};
using lower_bound = bound<false>;
using upper_bound = bound<true>;

}  // namespace detail

template <class... Arguments>
auto lower_bound(const Arguments&... arguments) {
  return detail::call<detail::lower_bound>(arguments...);
}
template <class... Arguments>
auto upper_bound(const Arguments&... arguments) {
  return detail::call<detail::upper_bound>(arguments...);
}

}  // namespace thrust
