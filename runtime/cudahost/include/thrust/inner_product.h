// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct inner_product {
  template <class Policy, class In, class Other, class T, class Sum, class Product>
  static T run(const Policy& policy, In first, In last, Other others, T start, Sum sum, Product product) {
    const auto a = raw(first);
    const auto b = raw(others);
    const std::ptrdiff_t count = last - first;
    T all = start;
    T* const result = &all;
    policy.once([=] {
      Product make = product;
      Sum join = sum;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        *result = join(*result, make(a[i], b[i]));
    });
    return all;
  }
  template <class Policy, class In, class Other, class T>
  static T run(const Policy& policy, In first, In last, Other others, T start) {
    return run(policy, first, last, others, start, std::plus<>(), std::multiplies<>());
  }
};

}  // namespace detail

template <class... Arguments>
auto inner_product(const Arguments&... arguments) {
  return detail::call<detail::inner_product>(arguments...);
}

}  // namespace thrust
