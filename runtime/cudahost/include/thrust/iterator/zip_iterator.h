// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several iterators as one, whose elements are tuples of references.
#pragma once

#include "thrust/detail/pointers.h"
#include "thrust/tuple.h"

namespace thrust {

template <class Iterators>
struct zip_iterator;

template <class... Its>
struct zip_iterator<std::tuple<Its...>> {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::tuple<detail::value_of<Its>...>;
  using difference_type = std::ptrdiff_t;
  using reference = std::tuple<typename std::iterator_traits<Its>::reference...>;
  using pointer = void;
  using Iterators = std::tuple<Its...>;

  zip_iterator() = default;
  explicit zip_iterator(const Iterators& iterators) : iterators_(iterators) {}

  reference operator*() const { return (*this)[0]; }
  reference operator[](std::ptrdiff_t i) const {
    return std::apply([i](const Its&... at) { return reference(at[i]...); }, iterators_);
  }
  zip_iterator& operator+=(std::ptrdiff_t by) {
    std::apply([by](Its&... at) { ((at = at + by), ...); }, iterators_);
    return *this;
  }
  zip_iterator& operator-=(std::ptrdiff_t by) { return *this += -by; }
  zip_iterator& operator++() { return *this += 1; }
  zip_iterator& operator--() { return *this += -1; }
  zip_iterator operator++(int) {
    const zip_iterator before = *this;
    *this += 1;
    return before;
  }
  friend zip_iterator operator+(zip_iterator at, std::ptrdiff_t by) { return at += by; }
  friend zip_iterator operator-(zip_iterator at, std::ptrdiff_t by) { return at += -by; }
  friend std::ptrdiff_t operator-(const zip_iterator& a, const zip_iterator& b) {
    return std::get<0>(a.iterators_) - std::get<0>(b.iterators_);
  }
  friend bool operator==(const zip_iterator& a, const zip_iterator& b) { return a - b == 0; }
  friend bool operator!=(const zip_iterator& a, const zip_iterator& b) { return a - b != 0; }
  friend bool operator<(const zip_iterator& a, const zip_iterator& b) { return a - b < 0; }

  const Iterators& get_iterator_tuple() const { return iterators_; }

 private:
  Iterators iterators_;
};

template <class... Its>
zip_iterator<std::tuple<Its...>> make_zip_iterator(const std::tuple<Its...>& iterators) {
  return zip_iterator<std::tuple<Its...>>(iterators);
}
template <class... Its>
zip_iterator<std::tuple<Its...>> make_zip_iterator(const Its&... iterators) {
  return zip_iterator<std::tuple<Its...>>(std::tuple<Its...>(iterators...));
}

namespace detail {

template <class... Its>
struct is_of_device<zip_iterator<std::tuple<Its...>>> : std::bool_constant<(is_of_device<Its>::value || ...)> {};
template <class... Its>
struct raw_iterator<zip_iterator<std::tuple<Its...>>> {
  using type = zip_iterator<std::tuple<typename raw_iterator<Its>::type...>>;
  static type of(const zip_iterator<std::tuple<Its...>>& at) {
    return std::apply([](const Its&... each) { return type({raw(each)...}); }, at.get_iterator_tuple());
  }
};

}  // namespace detail
}  // namespace thrust
