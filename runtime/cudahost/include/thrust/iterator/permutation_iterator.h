// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of one iterator in the order that another one, of their numbers, gives.
#pragma once

#include "thrust/detail/pointers.h"

namespace thrust {

template <class Elements, class Numbers>
struct permutation_iterator
    : detail::iterator_adaptor<permutation_iterator<Elements, Numbers>, Numbers, detail::value_of<Elements>,
                               typename std::iterator_traits<Elements>::reference> {
  using Reference = typename std::iterator_traits<Elements>::reference;
  using Base =
      detail::iterator_adaptor<permutation_iterator<Elements, Numbers>, Numbers, detail::value_of<Elements>, Reference>;

  permutation_iterator() = default;
  permutation_iterator(Elements elements, Numbers numbers) : Base(numbers), elements_(elements) {}

  Reference operator*() const { return elements_[static_cast<std::ptrdiff_t>(*this->m_iterator)]; }
  Reference operator[](std::ptrdiff_t i) const { return elements_[static_cast<std::ptrdiff_t>(this->m_iterator[i])]; }
  const Elements& elements() const { return elements_; }

 private:
  Elements elements_;
};

template <class Elements, class Numbers>
permutation_iterator<Elements, Numbers> make_permutation_iterator(Elements elements, Numbers numbers) {
  return permutation_iterator<Elements, Numbers>(elements, numbers);
}

namespace detail {

template <class Elements, class Numbers>
struct is_of_device<permutation_iterator<Elements, Numbers>>
    : std::bool_constant<is_of_device<Elements>::value || is_of_device<Numbers>::value> {};
template <class Elements, class Numbers>
struct raw_iterator<permutation_iterator<Elements, Numbers>> {
  using type = permutation_iterator<typename raw_iterator<Elements>::type, typename raw_iterator<Numbers>::type>;
  static type of(const permutation_iterator<Elements, Numbers>& at) { return type(raw(at.elements()), raw(at.base())); }
};

}  // namespace detail
}  // namespace thrust
