// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `_1 * a + _2` as a function: expressions over the arguments by number.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

namespace thrust {
namespace placeholders {

struct expression {};

template <std::size_t number>
struct argument : expression {
  template <class... Arguments>
  constexpr decltype(auto) operator()(Arguments&&... arguments) const {
    return std::get<number>(std::forward_as_tuple(std::forward<Arguments>(arguments)...));
  }
};

template <class T>
struct constant : expression {
  T value;
  constexpr explicit constant(T other) : value(other) {}
  template <class... Arguments>
  constexpr const T& operator()(Arguments&&...) const {
    return value;
  }
};

template <class T>
inline constexpr bool is_expression = std::is_base_of_v<expression, std::decay_t<T>>;

template <class T>
constexpr auto as_expression(const T& value) {
  if constexpr (is_expression<T>)
    return value;
  else
    return constant<T>(value);
}

#define DETRAIN_PLACEHOLDER_BINARY(name, op)                                                                 \
  template <class A, class B>                                                                                \
  struct name : expression {                                                                                 \
    A a;                                                                                                     \
    B b;                                                                                                     \
    constexpr name(A left, B right) : a(left), b(right) {}                                                   \
    template <class... Arguments>                                                                            \
    constexpr decltype(auto) operator()(Arguments&&... arguments) const {                                    \
      return a(arguments...) op b(arguments...);                                                             \
    }                                                                                                        \
  };                                                                                                         \
  template <class A, class B, class = std::enable_if_t<is_expression<A> || is_expression<B>>>                \
  constexpr auto operator op(const A& a, const B& b) {                                                       \
    return name<decltype(as_expression(a)), decltype(as_expression(b))>(as_expression(a), as_expression(b)); \
  }
DETRAIN_PLACEHOLDER_BINARY(sum_of, +)
DETRAIN_PLACEHOLDER_BINARY(difference_of, -)
DETRAIN_PLACEHOLDER_BINARY(product_of, *)
DETRAIN_PLACEHOLDER_BINARY(quotient_of, /)
DETRAIN_PLACEHOLDER_BINARY(remainder_of, %)
DETRAIN_PLACEHOLDER_BINARY(is_less, <)
DETRAIN_PLACEHOLDER_BINARY(is_greater, >)
DETRAIN_PLACEHOLDER_BINARY(is_at_most, <=)
DETRAIN_PLACEHOLDER_BINARY(is_at_least, >=)
DETRAIN_PLACEHOLDER_BINARY(is_equal, ==)
DETRAIN_PLACEHOLDER_BINARY(is_unequal, !=)
DETRAIN_PLACEHOLDER_BINARY(both, &&)
DETRAIN_PLACEHOLDER_BINARY(either, ||)
DETRAIN_PLACEHOLDER_BINARY(bits_and, &)
DETRAIN_PLACEHOLDER_BINARY(bits_or, |)
DETRAIN_PLACEHOLDER_BINARY(bits_xor, ^)
#undef DETRAIN_PLACEHOLDER_BINARY

template <class A>
struct negative_of : expression {
  A a;
  constexpr explicit negative_of(A of) : a(of) {}
  template <class... Arguments>
  constexpr auto operator()(Arguments&&... arguments) const {
    return -a(arguments...);
  }
};
template <class A, class = std::enable_if_t<is_expression<A>>>
constexpr auto operator-(const A& a) {
  return negative_of<A>(a);
}

inline constexpr argument<0> _1;
inline constexpr argument<1> _2;
inline constexpr argument<2> _3;
inline constexpr argument<3> _4;

}  // namespace placeholders
}  // namespace thrust
