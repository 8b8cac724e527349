// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// first, first + 1, ...: numbers that lie nowhere.
#pragma once

#include "thrust/detail/pointers.h"

namespace thrust {

template <class T, class System = void>
struct counting_iterator : detail::iterator_adaptor<counting_iterator<T>, T, T, T> {
  using Base = detail::iterator_adaptor<counting_iterator<T>, T, T, T>;

  counting_iterator() = default;
  explicit counting_iterator(T first) : Base(first) {}

  T operator*() const { return this->m_iterator; }
  T operator[](std::ptrdiff_t i) const { return static_cast<T>(this->m_iterator + static_cast<T>(i)); }
};

template <class T>
counting_iterator<T> make_counting_iterator(T first) {
  return counting_iterator<T>(first);
}

}  // namespace thrust
