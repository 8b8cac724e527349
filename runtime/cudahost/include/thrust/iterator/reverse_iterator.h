// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "thrust/detail/pointers.h"

namespace thrust {

template <class It>
struct reverse_iterator : detail::iterator_adaptor<reverse_iterator<It>, std::reverse_iterator<It>,
                                                   detail::value_of<It>, typename std::iterator_traits<It>::reference> {
  using Reference = typename std::iterator_traits<It>::reference;
  using Base =
      detail::iterator_adaptor<reverse_iterator<It>, std::reverse_iterator<It>, detail::value_of<It>, Reference>;

  explicit reverse_iterator(It end) : Base(std::reverse_iterator<It>(end)) {}

  Reference operator*() const { return *this->m_iterator; }
  Reference operator[](std::ptrdiff_t i) const { return this->m_iterator[i]; }
};

template <class It>
reverse_iterator<It> make_reverse_iterator(It end) {
  return reverse_iterator<It>(end);
}

namespace detail {

template <class It>
struct is_of_device<reverse_iterator<It>> : is_of_device<It> {};
template <class It>
struct raw_iterator<reverse_iterator<It>> {
  using type = reverse_iterator<typename raw_iterator<It>::type>;
  static type of(const reverse_iterator<It>& at) { return type(raw(at.base().base())); }
};

}  // namespace detail
}  // namespace thrust
