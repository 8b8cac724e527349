// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One value at each place.
#pragma once

#include "thrust/detail/pointers.h"

namespace thrust {

template <class T>
struct constant_iterator : detail::iterator_adaptor<constant_iterator<T>, std::ptrdiff_t, T, T> {
  using Base = detail::iterator_adaptor<constant_iterator<T>, std::ptrdiff_t, T, T>;

  constant_iterator() = default;
  explicit constant_iterator(T value, std::ptrdiff_t at = 0) : Base(at), value_(value) {}

  T operator*() const { return value_; }
  T operator[](std::ptrdiff_t) const { return value_; }

 private:
  T value_{};
};

template <class T>
constant_iterator<T> make_constant_iterator(T value, std::ptrdiff_t at = 0) {
  return constant_iterator<T>(value, at);
}

}  // namespace thrust
