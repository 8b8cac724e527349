// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

struct transform {
  template <class Policy, class In, class Out, class Function>
  static Out run(const Policy& policy, In first, In last, Out result, Function function) {
    const auto in = raw(first);
    const auto out = raw(result);
    policy.each(last - first, [=](std::ptrdiff_t i) {
      Function own = function;
      out[i] = own(in[i]);
    });
    return result + (last - first);
  }
  template <class Policy, class In, class Other, class Out, class Function>
  static Out run(const Policy& policy, In first, In last, Other others, Out result, Function function) {
    const auto in = raw(first);
    const auto other = raw(others);
    const auto out = raw(result);
    policy.each(last - first, [=](std::ptrdiff_t i) {
      Function own = function;
      out[i] = own(in[i], other[i]);
    });
    return result + (last - first);
  }
};

struct transform_if {
  template <class Policy, class In, class Out, class Function, class IsWanted>
  static Out run(const Policy& policy, In first, In last, Out result, Function function, IsWanted is_wanted) {
    return run(policy, first, last, first, result, function, is_wanted);
  }
  template <class Policy, class In, class Stencil, class Out, class Function, class IsWanted>
  static Out run(const Policy& policy, In first, In last, Stencil stencils, Out result, Function function,
                 IsWanted is_wanted) {
    const auto in = raw(first);
    const auto stencil = raw(stencils);
    const auto out = raw(result);
    policy.each(last - first, [=](std::ptrdiff_t i) {
      Function own = function;
      IsWanted ask = is_wanted;
      if (ask(stencil[i]))
        out[i] = own(in[i]);
    });
    return result + (last - first);
  }
};

}  // namespace detail

template <class... Arguments>
auto transform(const Arguments&... arguments) {
  return detail::call<detail::transform>(arguments...);
}
template <class... Arguments>
auto transform_if(const Arguments&... arguments) {
  return detail::call<detail::transform_if>(arguments...);
}

}  // namespace thrust
