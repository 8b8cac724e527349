// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/execution_policy.h"
#include "thrust/pair.h"

namespace thrust {
namespace detail {

// Of neighbours that are equal the first one.
struct unique {
  template <class Policy, class It, class IsEqual>
  static It run(const Policy& policy, It first, It last, IsEqual is_equal) {
    const auto at = raw(first);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t all = 0;
    std::ptrdiff_t* const kept = &all;
    policy.once([=] {
      IsEqual same = is_equal;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        if (*kept == 0 || !same(at[*kept - 1], at[i]))
          at[(*kept)++] = first_of_equals(at[i]);
    });
    return first + all;
  }
  template <class Policy, class It>
  static It run(const Policy& policy, It first, It last) {
    return run(policy, first, last, std::equal_to<>());
  }
};
struct unique_by_key {
  template <class Policy, class Keys, class Values>
  static std::pair<Keys, Values> run(const Policy& policy, Keys first, Keys last, Values values) {
    const auto key = raw(first);
    const auto value = raw(values);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t all = 0;
    std::ptrdiff_t* const kept = &all;
    policy.once([=] {
      for (std::ptrdiff_t i = 0; i < count; ++i)
        if (*kept == 0 || !(key[*kept - 1] == key[i])) {
          key[*kept] = first_of_equals(key[i]);
          value[(*kept)++] = value[i];
        }
    });
    return {first + all, values + all};
  }
};

}  // namespace detail

template <class... Arguments>
auto unique(const Arguments&... arguments) {
  return detail::call<detail::unique>(arguments...);
}
template <class... Arguments>
auto unique_by_key(const Arguments&... arguments) {
  return detail::call<detail::unique_by_key>(arguments...);
}

}  // namespace thrust
