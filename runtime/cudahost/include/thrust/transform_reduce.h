// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct transform_reduce {
  template <class Policy, class In, class Transform, class T, class Operation>
  static T run(const Policy& policy, In first, In last, Transform transform, T start, Operation operation) {
    const auto in = raw(first);
    const std::ptrdiff_t count = last - first;
    T all = start;
    T* const result = &all;
    policy.once([=] {
      Transform make = transform;
      Operation join = operation;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        *result = join(*result, make(in[i]));
    });
    return all;
  }
};

}  // namespace detail

template <class... Arguments>
auto transform_reduce(const Arguments&... arguments) {
  return detail::call<detail::transform_reduce>(arguments...);
}

}  // namespace thrust
