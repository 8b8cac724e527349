// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <vector>

#include "thrust/execution_policy.h"

namespace thrust {
namespace detail {

// By merging, which keeps equal elements in their order; with the elements goes what `move` moves of each.
template <class Key, class Value, class IsLess>
void merge_sort(Key* keys, Value* values, Key* more_keys, Value* more_values, std::ptrdiff_t count, IsLess is_less) {
  for (std::ptrdiff_t width = 1; width < count; width *= 2) {
    for (std::ptrdiff_t first = 0; first < count; first += 2 * width) {
      const std::ptrdiff_t middle = first + width < count ? first + width : count;
      const std::ptrdiff_t last = first + 2 * width < count ? first + 2 * width : count;
      std::ptrdiff_t a = first, b = middle;
      for (std::ptrdiff_t to = first; to < last; ++to) {
        const std::ptrdiff_t from = b == last || (a < middle && !is_less(keys[b], keys[a])) ? a++ : b++;
        more_keys[to] = keys[from];
        if (values != nullptr)
          more_values[to] = values[from];
      }
    }
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      keys[i] = more_keys[i];
      if (values != nullptr)
        values[i] = more_values[i];
    }
  }
}

struct stable_sort {
  template <class Policy, class It, class IsLess>
  static void run(const Policy& policy, It first, It last, IsLess is_less) {
    const auto at = raw(first);
    const std::ptrdiff_t count = last - first;
    policy.once([=] {
      using T = value_of<It>;
      IsLess less = is_less;
      std::vector<T> keys(at, at + count), more(keys);
      merge_sort(keys.data(), static_cast<T*>(nullptr), more.data(), static_cast<T*>(nullptr), count, less);
      for (std::ptrdiff_t i = 0; i < count; ++i)
        at[i] = in_order(keys[static_cast<std::size_t>(i)]);
    });
  }
  template <class Policy, class It>
  static void run(const Policy& policy, It first, It last) {
    run(policy, first, last, std::less<>());
  }
};
struct stable_sort_by_key {
  template <class Policy, class Keys, class Values, class IsLess>
  static void run(const Policy& policy, Keys first, Keys last, Values values, IsLess is_less) {
    const auto key = raw(first);
    const auto value = raw(values);
    const std::ptrdiff_t count = last - first;
    policy.once([=] {
      IsLess less = is_less;
      std::vector<value_of<Keys>> keys(key, key + count), more_keys(keys);
      std::vector<value_of<Values>> all(value, value + count), more(all);
      merge_sort(keys.data(), all.data(), more_keys.data(), more.data(), count, less);
      for (std::ptrdiff_t i = 0; i < count; ++i) {
        key[i] = in_order(keys[static_cast<std::size_t>(i)]);
        value[i] = all[static_cast<std::size_t>(i)];
      }
    });
  }
  template <class Policy, class Keys, class Values>
  static void run(const Policy& policy, Keys first, Keys last, Values values) {
    run(policy, first, last, values, std::less<>());
  }
};
// Which of equal elements comes first, CUDA does not say: a program that depends on it is not told so here.
using sort = stable_sort;
using sort_by_key = stable_sort_by_key;

struct is_sorted {
  template <class Policy, class It, class... IsLess>
  static bool run(const Policy& policy, It first, It last, IsLess... is_less) {
    const auto at = raw(first);
    const std::ptrdiff_t count = last - first;
    bool all = true;
    bool* const result = &all;
    policy.once([=] {
      const auto less = std::get<0>(std::tuple<IsLess..., std::less<>>(is_less..., std::less<>()));
      for (std::ptrdiff_t i = 1; i < count; ++i)
        *result = *result && !less(at[i], at[i - 1]);
    });
    return all;
  }
};

}  // namespace detail

template <class... Arguments>
auto sort(const Arguments&... arguments) {
  return detail::call<detail::sort>(arguments...);
}
template <class... Arguments>
auto stable_sort(const Arguments&... arguments) {
  return detail::call<detail::stable_sort>(arguments...);
}
template <class... Arguments>
auto sort_by_key(const Arguments&... arguments) {
  return detail::call<detail::sort_by_key>(arguments...);
}
template <class... Arguments>
auto stable_sort_by_key(const Arguments&... arguments) {
  return detail::call<detail::stable_sort_by_key>(arguments...);
}
template <class... Arguments>
auto is_sorted(const Arguments&... arguments) {
  return detail::call<detail::is_sorted>(arguments...);
}

}  // namespace thrust
