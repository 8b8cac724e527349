// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function makes of each element of another iterator, computed where it is read.
#pragma once

#include "thrust/detail/pointers.h"

namespace thrust {

template <class Function, class It, class Reference = void, class Value = void>
struct transform_iterator
    : detail::iterator_adaptor<
          transform_iterator<Function, It>, It,
          std::decay_t<std::invoke_result_t<Function, typename std::iterator_traits<It>::reference>>,
          std::invoke_result_t<Function, typename std::iterator_traits<It>::reference>> {
  using Result = std::invoke_result_t<Function, typename std::iterator_traits<It>::reference>;
  using Base = detail::iterator_adaptor<transform_iterator<Function, It>, It, std::decay_t<Result>, Result>;

  transform_iterator() = default;
  explicit transform_iterator(It at, Function function = Function()) : Base(at), function_(function) {}

  Result operator*() const { return function_(*this->m_iterator); }
  Result operator[](std::ptrdiff_t i) const { return function_(this->m_iterator[i]); }
  const Function& functor() const { return function_; }

 private:
  Function function_;
};

template <class Function, class It>
transform_iterator<Function, It> make_transform_iterator(It at, Function function) {
  return transform_iterator<Function, It>(at, function);
}

namespace detail {

template <class Function, class It>
struct is_of_device<transform_iterator<Function, It>> : is_of_device<It> {};
template <class Function, class It>
struct raw_iterator<transform_iterator<Function, It>> {
  using type = transform_iterator<Function, typename raw_iterator<It>::type>;
  static type of(const transform_iterator<Function, It>& at) { return type(raw(at.base()), at.functor()); }
};

}  // namespace detail
}  // namespace thrust
