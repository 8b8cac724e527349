// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

#include "thrust/detail/placeholders.h"

namespace thrust {

using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::divides;
using std::equal_to;
using std::greater;
using std::greater_equal;
using std::less;
using std::less_equal;
using std::logical_and;
using std::logical_not;
using std::logical_or;
using std::minus;
using std::modulus;
using std::multiplies;
using std::negate;
using std::not_equal_to;
using std::plus;

template <class T = void>
struct square {
  constexpr T operator()(const T& value) const { return value * value; }
};
template <class T = void>
struct identity {
  constexpr const T& operator()(const T& value) const { return value; }
};
template <class T = void>
struct maximum {
  constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T = void>
struct minimum {
  constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <>
struct square<void> {
  template <class T>
  constexpr auto operator()(const T& value) const {
    return value * value;
  }
};
template <>
struct identity<void> {
  template <class T>
  constexpr T operator()(const T& value) const {
    return value;
  }
};
template <>
struct maximum<void> {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
template <>
struct minimum<void> {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
template <class T, class U = T>
struct project1st {
  constexpr const T& operator()(const T& a, const U&) const { return a; }
};
template <class T, class U = T>
struct project2nd {
  constexpr const U& operator()(const T&, const U& b) const { return b; }
};

}  // namespace thrust
