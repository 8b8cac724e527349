// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/transform_scan.h"

namespace thrust {
namespace detail {

struct inclusive_scan {
  template <class Policy, class In, class Out, class Operation>
  static Out run(const Policy& policy, In first, In last, Out result, Operation operation) {
    const auto same = [](const value_of<In>& value) { return value; };
    return transform_inclusive_scan::run(policy, first, last, result, same, operation);
  }
  template <class Policy, class In, class Out>
  static Out run(const Policy& policy, In first, In last, Out result) {
    return run(policy, first, last, result, std::plus<>());
  }
};
struct exclusive_scan {
  template <class Policy, class In, class Out, class T, class Operation>
  static Out run(const Policy& policy, In first, In last, Out result, T start, Operation operation) {
    const auto same = [](const value_of<In>& value) { return value; };
    return transform_exclusive_scan::run(policy, first, last, result, same, start, operation);
  }
  template <class Policy, class In, class Out, class T>
  static Out run(const Policy& policy, In first, In last, Out result, T start) {
    return run(policy, first, last, result, start, std::plus<>());
  }
  template <class Policy, class In, class Out>
  static Out run(const Policy& policy, In first, In last, Out result) {
    return run(policy, first, last, result, value_of<In>());
  }
};

}  // namespace detail

template <class... Arguments>
auto inclusive_scan(const Arguments&... arguments) {
  return detail::call<detail::inclusive_scan>(arguments...);
}
template <class... Arguments>
auto exclusive_scan(const Arguments&... arguments) {
  return detail::call<detail::exclusive_scan>(arguments...);
}

}  // namespace thrust
