// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/pair.h"
#include "thrust/transform_reduce.h"

namespace thrust {
namespace detail {

struct reduce {
  template <class Policy, class In, class T, class Operation>
  static T run(const Policy& policy, In first, In last, T start, Operation operation) {
    const auto same = [](const value_of<In>& value) { return value; };
    return transform_reduce::run(policy, first, last, same, start, operation);
  }
  template <class Policy, class In, class T>
  static T run(const Policy& policy, In first, In last, T start) {
    return run(policy, first, last, start, std::plus<>());
  }
  template <class Policy, class In>
  static value_of<In> run(const Policy& policy, In first, In last) {
    return run(policy, first, last, value_of<In>());
  }
};

// Of neighbours with equal keys.
struct reduce_by_key {
  template <class Policy, class Keys, class In, class KeysOut, class Out, class IsEqual, class Operation>
  static std::pair<KeysOut, Out> run(const Policy& policy, Keys first, Keys last, In values, KeysOut keys_result,
                                     Out result, IsEqual is_equal, Operation operation) {
    const auto key = raw(first);
    const auto in = raw(values);
    const auto keys_out = raw(keys_result);
    const auto out = raw(result);
    const std::ptrdiff_t count = last - first;
    std::ptrdiff_t runs = 0;
    std::ptrdiff_t* const found = &runs;
    policy.once([=] {
      IsEqual same = is_equal;
      Operation join = operation;
      for (std::ptrdiff_t i = 0; i < count; ++*found) {
        const value_of<Keys> begun = key[i];
        value_of<In> all = in[i];
        for (++i; i < count && same(begun, key[i]); ++i)
          all = join(all, in[i]);
        any_order(&all);
        keys_out[*found] = first_of_equals(begun);
        out[*found] = all;
      }
    });
    return {keys_result + runs, result + runs};
  }
  template <class Policy, class Keys, class In, class KeysOut, class Out, class IsEqual>
  static std::pair<KeysOut, Out> run(const Policy& policy, Keys first, Keys last, In values, KeysOut keys_result,
                                     Out result, IsEqual is_equal) {
    return run(policy, first, last, values, keys_result, result, is_equal, std::plus<>());
  }
  template <class Policy, class Keys, class In, class KeysOut, class Out>
  static std::pair<KeysOut, Out> run(const Policy& policy, Keys first, Keys last, In values, KeysOut keys_result,
                                     Out result) {
    return run(policy, first, last, values, keys_result, result, std::equal_to<>());
  }
};

}  // namespace detail

template <class... Arguments>
auto reduce(const Arguments&... arguments) {
  return detail::call<detail::reduce>(arguments...);
}
template <class... Arguments>
auto reduce_by_key(const Arguments&... arguments) {
  return detail::call<detail::reduce_by_key>(arguments...);
}

}  // namespace thrust
