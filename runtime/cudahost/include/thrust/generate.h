// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct generate_n {
  template <class Policy, class Out, class Size, class Generator>
  static Out run(const Policy& policy, Out first, Size count, Generator generator) {
    const auto out = raw(first);
    policy.each(static_cast<std::ptrdiff_t>(count), [=](std::ptrdiff_t i) {
      Generator own = generator;
      out[i] = own();
    });
    return first + static_cast<std::ptrdiff_t>(count);
  }
  // On the host one generator serves all, in the order of the elements.
  template <class Out, class Size, class Generator>
  static Out run(const host_policy&, Out first, Size count, Generator generator) {
    for (Size i = 0; i < count; ++i, ++first)
      *first = generator();
    return first;
  }
};
struct generate {
  template <class Policy, class Out, class Generator>
  static void run(const Policy& policy, Out first, Out last, Generator generator) {
    generate_n::run(policy, first, last - first, generator);
  }
};

}  // namespace detail

template <class... Arguments>
auto generate(const Arguments&... arguments) {
  return detail::call<detail::generate>(arguments...);
}
template <class... Arguments>
auto generate_n(const Arguments&... arguments) {
  return detail::call<detail::generate_n>(arguments...);
}

}  // namespace thrust
