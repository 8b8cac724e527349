// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to device memory, references to its elements, and the iterators of vectors. Members are named as in CUDA
// 13's Thrust, so that what speaks of them fits both.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "thrust/detail/config.h"

namespace thrust {

// A reference to an element of device memory, which the host reads and writes by copies.
template <class T>
class device_reference {
 public:
  using value_type = std::remove_cv_t<T>;

  explicit device_reference(T* at) : at_(at) {}
  device_reference(const device_reference&) = default;

  operator value_type() const { return detail::get_element(at_); }
  const device_reference& operator=(const value_type& value) const {
    detail::set_element(at_, value);
    return *this;
  }
  const device_reference& operator=(const device_reference& other) const {
    return *this = static_cast<value_type>(other);
  }
  template <class U>
  const device_reference& operator+=(const U& by) const {
    return *this = static_cast<value_type>(static_cast<value_type>(*this) + by);
  }
  template <class U>
  const device_reference& operator-=(const U& by) const {
    return *this = static_cast<value_type>(static_cast<value_type>(*this) - by);
  }
  template <class U>
  const device_reference& operator*=(const U& by) const {
    return *this = static_cast<value_type>(static_cast<value_type>(*this) * by);
  }
  template <class U>
  const device_reference& operator/=(const U& by) const {
    return *this = static_cast<value_type>(static_cast<value_type>(*this) / by);
  }
  const device_reference& operator++() const { return *this += 1; }
  const device_reference& operator--() const { return *this -= 1; }
  T* detrain_address() const { return at_; }

 private:
  T* at_;
};

namespace detail {

// What iterators that move as their one member does share. `Reference` is what * gives.
template <class Self, class Base, class T, class Reference>
struct iterator_adaptor {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using reference = Reference;
  using pointer = Base;

  iterator_adaptor() = default;
  explicit iterator_adaptor(Base base) : m_iterator(base) {}

  const Base& base() const { return m_iterator; }

  Self& operator++() { return self() += 1; }
  Self& operator--() { return self() -= 1; }
  Self operator++(int) {
    Self before = self();
    self() += 1;
    return before;
  }
  Self operator--(int) {
    Self before = self();
    self() -= 1;
    return before;
  }
  Self& operator+=(difference_type by) {
    m_iterator = static_cast<Base>(m_iterator + by);
    return self();
  }
  Self& operator-=(difference_type by) {
    m_iterator = static_cast<Base>(m_iterator - by);
    return self();
  }
  friend Self operator+(Self at, difference_type by) { return at += by; }
  friend Self operator+(difference_type by, Self at) { return at += by; }
  friend Self operator-(Self at, difference_type by) { return at -= by; }
  friend difference_type operator-(const Self& a, const Self& b) { return a.m_iterator - b.m_iterator; }
  friend bool operator==(const Self& a, const Self& b) { return a.m_iterator == b.m_iterator; }
  friend bool operator!=(const Self& a, const Self& b) { return !(a == b); }
  friend bool operator<(const Self& a, const Self& b) { return a.m_iterator < b.m_iterator; }
  friend bool operator>(const Self& a, const Self& b) { return b < a; }
  friend bool operator<=(const Self& a, const Self& b) { return !(b < a); }
  friend bool operator>=(const Self& a, const Self& b) { return !(a < b); }

  Base m_iterator{};

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace detail

template <class T>
struct device_ptr : detail::iterator_adaptor<device_ptr<T>, T*, T, device_reference<T>> {
  using raw_pointer = T*;
  using Base = detail::iterator_adaptor<device_ptr<T>, T*, T, device_reference<T>>;

  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  explicit device_ptr(T* at) : Base(at) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : Base(other.get()) {}

  T* get() const { return this->m_iterator; }
  device_reference<T> operator*() const { return device_reference<T>(get()); }
  device_reference<T> operator[](std::ptrdiff_t i) const { return device_reference<T>(get() + i); }
  explicit operator bool() const { return get() != nullptr; }
};

namespace detail {

// The iterator of a vector, over T* on the host and device_ptr<T> on the device.
template <class Pointer>
struct normal_iterator
    : iterator_adaptor<normal_iterator<Pointer>, Pointer, typename std::iterator_traits<Pointer>::value_type,
                       typename std::iterator_traits<Pointer>::reference> {
  using Base = iterator_adaptor<normal_iterator<Pointer>, Pointer, typename std::iterator_traits<Pointer>::value_type,
                                typename std::iterator_traits<Pointer>::reference>;

  normal_iterator() = default;
  explicit normal_iterator(Pointer at) : Base(at) {}
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other, Pointer>>>
  normal_iterator(const normal_iterator<Other>& other) : Base(other.base()) {}

  typename Base::reference operator*() const { return *this->m_iterator; }
  typename Base::reference operator[](std::ptrdiff_t i) const { return this->m_iterator[i]; }
  Pointer operator->() const { return this->m_iterator; }
};

template <class It>
using value_of = typename std::iterator_traits<It>::value_type;

// Does an iterator walk over device memory? Those that combine others say so in their own headers.
template <class It>
struct is_of_device : std::false_type {};
template <class T>
struct is_of_device<device_ptr<T>> : std::true_type {};
template <class Pointer>
struct is_of_device<normal_iterator<Pointer>> : is_of_device<Pointer> {};

// The same iterator for who stands where its memory is: plain pointers.
template <class It>
struct raw_iterator {
  using type = It;
  static type of(const It& at) { return at; }
};
template <class T>
struct raw_iterator<device_ptr<T>> {
  using type = T*;
  static type of(const device_ptr<T>& at) { return at.get(); }
};
template <class Pointer>
struct raw_iterator<normal_iterator<Pointer>> {
  using type = typename raw_iterator<Pointer>::type;
  static type of(const normal_iterator<Pointer>& at) { return raw_iterator<Pointer>::of(at.base()); }
};
// Of std::vector.
template <class Pointer, class Container>
struct raw_iterator<__gnu_cxx::__normal_iterator<Pointer, Container>> {
  using type = Pointer;
  static type of(const __gnu_cxx::__normal_iterator<Pointer, Container>& at) { return at.base(); }
};

template <class It>
auto raw(const It& at) {
  return raw_iterator<It>::of(at);
}

}  // namespace detail

template <class T>
T* raw_pointer_cast(T* at) {
  return at;
}
template <class T>
T* raw_pointer_cast(const device_ptr<T>& at) {
  return at.get();
}
template <class Pointer>
auto raw_pointer_cast(const detail::normal_iterator<Pointer>& at) {
  return detail::raw(at);
}
template <class T>
T& raw_reference_cast(T& of) {
  return of;
}
template <class T>
T& raw_reference_cast(const device_reference<T>& of) {
  return *of.detrain_address();
}
template <class T>
device_ptr<T> device_pointer_cast(T* at) {
  return device_ptr<T>(at);
}
template <class T>
device_ptr<T> device_pointer_cast(const device_ptr<T>& at) {
  return at;
}
template <class T>
device_ptr<T> operator&(const device_reference<T>& of) {
  return device_ptr<T>(of.detrain_address());
}
template <class T>
void swap(const device_reference<T>& a, const device_reference<T>& b) {
  const std::remove_cv_t<T> had = a;
  a = b;
  b = had;
}

template <class It>
auto distance(const It& first, const It& last) {
  return last - first;
}
template <class It, class Distance>
void advance(It& at, Distance by) {
  at += by;
}

}  // namespace thrust
