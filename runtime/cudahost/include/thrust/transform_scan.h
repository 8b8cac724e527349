// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct transform_inclusive_scan {
  template <class Policy, class In, class Out, class Transform, class Operation>
  static Out run(const Policy& policy, In first, In last, Out result, Transform transform, Operation operation) {
    const auto in = raw(first);
    const auto out = raw(result);
    const std::ptrdiff_t count = last - first;
    policy.once([=] {
      Transform make = transform;
      Operation join = operation;
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        value_of<Out> all = make(in[i]);
        if (i != 0)
          all = join(out[i - 1], all);
        any_order(&all);
        out[i] = all;
      }
    });
    return result + count;
  }
};
struct transform_exclusive_scan {
  template <class Policy, class In, class Out, class Transform, class T, class Operation>
  static Out run(const Policy& policy, In first, In last, Out result, Transform transform, T start,
                 Operation operation) {
    const auto in = raw(first);
    const auto out = raw(result);
    const std::ptrdiff_t count = last - first;
    policy.once([=] {
      Transform make = transform;
      Operation join = operation;
      T all = start;
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        const T next = join(all, make(in[i]));  // before it may be overwritten: `out` may be `in`
        out[i] = all;
        all = next;
        any_order(&all);
      }
    });
    return result + count;
  }
};

}  // namespace detail

template <class... Arguments>
auto transform_inclusive_scan(const Arguments&... arguments) {
  return detail::call<detail::transform_inclusive_scan>(arguments...);
}
template <class... Arguments>
auto transform_exclusive_scan(const Arguments&... arguments) {
  return detail::call<detail::transform_exclusive_scan>(arguments...);
}

}  // namespace thrust
