// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What host_vector and device_vector are made of: memory with room for `m_storage.m_size` elements, of which `m_size`
// are there. Device memory holds elements that may be copied as bytes, as kernels expect. Members are named as in CUDA
// 13's Thrust.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "thrust/execution_policy.h"

namespace thrust::detail {

// Memory of the host.
template <class T>
struct host_space {
  using pointer = T*;
  using const_pointer = const T*;
  using policy = host_policy;

  static T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T))); }
  static void release(T* at) { ::operator delete(at); }
};

// Memory of the device.
template <class T>
struct device_space {
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using policy = device_policy;

  static T* allocate(std::size_t count) {
    void* at = nullptr;
    if (cudaMalloc(&at, count * sizeof(T)) != cudaSuccess)
      throw std::bad_alloc();
    return static_cast<T*>(at);
  }
  static void release(T* at) { cudaFree(at); }
};

// Makes elements out of others. Copies from and to the device wait for all that was launched before.
template <class FromSpace, class ToSpace, class T>
void copy_elements(T* to, const T* from, std::size_t count) {
  using host = host_policy;
  if constexpr (std::is_same_v<typename FromSpace::policy, host> && std::is_same_v<typename ToSpace::policy, host>)
    std::uninitialized_copy(from, from + count, to);
  else if (count != 0)
    cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDefault);
}

template <class T, class Space>
struct contiguous_storage {
  using iterator = normal_iterator<typename Space::pointer>;

  T* raw() const { return detail::raw(m_begin); }
  void allocate(std::size_t count) {
    m_begin = iterator(typename Space::pointer(count ? Space::allocate(count) : nullptr));
    m_size = count;
  }
  void release() {
    if (m_size != 0)
      Space::release(raw());
    m_begin = iterator();
    m_size = 0;
  }

  struct {
  } m_allocator;  // has room here, as Thrust's has
  iterator m_begin;
  std::size_t m_size = 0;
};

template <class T, class Space>
class vector_base {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using iterator = normal_iterator<typename Space::pointer>;
  using const_iterator = normal_iterator<typename Space::const_pointer>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using pointer = typename Space::pointer;
  using const_pointer = typename Space::const_pointer;
  using reference = typename iterator::reference;
  using const_reference = typename const_iterator::reference;

  vector_base() = default;
  explicit vector_base(size_type count) : vector_base(count, T()) {}
  vector_base(size_type count, const T& value) { append(count, value); }
  vector_base(std::initializer_list<T> values) { append_from<host_space<T>>(values.begin(), values.size()); }
  vector_base(const vector_base& other) { append_from<Space>(other.raw(), other.size()); }
  vector_base(vector_base&& other) noexcept { swap(other); }
  template <class OtherSpace>
  vector_base(const vector_base<T, OtherSpace>& other) {
    append_from<OtherSpace>(other.raw(), other.size());
  }
  template <class U, class OtherSpace>
  vector_base(const vector_base<U, OtherSpace>& other) {
    assign(other.begin(), other.end());
  }
  template <class U, class Allocator>
  vector_base(const std::vector<U, Allocator>& other) {
    assign(other.begin(), other.end());
  }
  template <class It, class = std::enable_if_t<!std::is_arithmetic_v<It>>>
  vector_base(It first, It last) {
    assign(first, last);
  }
  ~vector_base() {
    clear();
    m_storage.release();
  }

  vector_base& operator=(const vector_base& other) {
    if (this != &other) {
      clear();
      append_from<Space>(other.raw(), other.size());
    }
    return *this;
  }
  vector_base& operator=(vector_base&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class U, class OtherSpace>
  vector_base& operator=(const vector_base<U, OtherSpace>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class Allocator>
  vector_base& operator=(const std::vector<U, Allocator>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  vector_base& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  void assign(size_type count, const T& value) {
    clear();
    append(count, value);
  }
  template <class It, class = std::enable_if_t<!std::is_arithmetic_v<It>>>
  void assign(It first, It last) {
    clear();
    append_range(first, last);
  }

  size_type size() const { return m_size; }
  size_type capacity() const { return m_storage.m_size; }
  size_type max_size() const { return static_cast<size_type>(-1) / sizeof(T); }
  bool empty() const { return m_size == 0; }
  iterator begin() { return m_storage.m_begin; }
  iterator end() { return begin() + static_cast<difference_type>(m_size); }
  const_iterator begin() const { return m_storage.m_begin; }
  const_iterator end() const { return begin() + static_cast<difference_type>(m_size); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  reference operator[](size_type i) { return begin()[static_cast<difference_type>(i)]; }
  const_reference operator[](size_type i) const { return begin()[static_cast<difference_type>(i)]; }
  reference front() { return *begin(); }
  reference back() { return (*this)[m_size - 1]; }
  const_reference front() const { return *begin(); }
  const_reference back() const { return (*this)[m_size - 1]; }
  pointer data() { return begin().base(); }
  const_pointer data() const { return begin().base(); }
  T* raw() const { return m_storage.raw(); }

  void reserve(size_type count) {
    if (count <= capacity())
      return;
    contiguous_storage<T, Space> larger;
    larger.allocate(count);
    copy_elements<Space, Space>(larger.raw(), raw(), m_size);
    destroy(0, m_size);
    m_storage.release();
    m_storage = larger;
  }
  void resize(size_type count) { resize(count, T()); }
  void resize(size_type count, const T& value) {
    if (count > m_size)
      append(count - m_size, value);
    else
      shrink(count);
  }
  void clear() { shrink(0); }
  void shrink_to_fit() {}
  void push_back(const T& value) { append(1, value); }
  void pop_back() { shrink(m_size - 1); }
  iterator erase(iterator first, iterator last) {
    vector_base rest(last, end());
    const difference_type at = first - begin();
    shrink(static_cast<size_type>(at));
    append_from<Space>(rest.raw(), rest.size());
    return begin() + at;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  template <class It, class = std::enable_if_t<!std::is_arithmetic_v<It>>>
  void insert(iterator before, It first, It last) {
    vector_base rest(before, end());
    shrink(static_cast<size_type>(before - begin()));
    append_range(first, last);
    append_from<Space>(rest.raw(), rest.size());
  }
  iterator insert(iterator before, const T& value) {
    const difference_type at = before - begin();
    insert(before, &value, &value + 1);
    return begin() + at;
  }
  void swap(vector_base& other) noexcept {
    std::swap(m_storage, other.m_storage);
    std::swap(m_size, other.m_size);
  }

 private:
  template <class U, class OtherSpace>
  friend class vector_base;

  void grow(size_type by) {
    if (m_size + by > capacity())
      reserve(std::max(m_size + by, 2 * capacity()));
  }
  void append(size_type count, const T& value) {
    grow(count);
    T* const to = raw() + m_size;
    const T same = value;
    typename Space::policy().each(static_cast<difference_type>(count),
                                  [=](difference_type i) { new (to + i) T(same); });
    m_size += count;
  }
  template <class FromSpace>
  void append_from(const T* from, size_type count) {
    grow(count);
    copy_elements<FromSpace, Space>(raw() + m_size, from, count);
    m_size += count;
  }
  template <class It>
  void append_range(It first, It last) {
    const auto count = static_cast<size_type>(std::distance(first, last));
    const auto from = detail::raw(first);
    using Raw = std::remove_const_t<decltype(from)>;
    if constexpr (std::is_same_v<Raw, T*> || std::is_same_v<Raw, const T*>) {
      append_from<std::conditional_t<is_of_device<It>::value, device_space<T>, host_space<T>>>(from, count);
    } else if constexpr (is_of_device<It>::value) {
      append_computed(from, count);
    } else {
      const std::vector<T> all(first, last);
      append_from<host_space<T>>(all.data(), count);
    }
  }
  // Of elements that threads of the device compute.
  template <class Raw>
  void append_computed(Raw from, size_type count) {
    vector_base<T, device_space<T>> all;
    all.grow(count);
    T* const to = all.raw();
    device_policy().each(static_cast<difference_type>(count), [=](difference_type i) { new (to + i) T(from[i]); });
    append_from<device_space<T>>(to, count);
  }
  void shrink(size_type count) {
    destroy(count, m_size);
    m_size = count;
  }
  void destroy(size_type first, size_type last) {
    if constexpr (!std::is_trivially_destructible_v<T>)
      for (size_type i = first; i < last; ++i)
        raw()[i].~T();
  }

  contiguous_storage<T, Space> m_storage;
  size_type m_size = 0;
};

template <class T, class A, class B>
bool operator==(const vector_base<T, A>& a, const vector_base<T, B>& b) {
  if (a.size() != b.size())
    return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(static_cast<T>(a[i]) == static_cast<T>(b[i])))
      return false;
  return true;
}
template <class T, class A, class B>
bool operator!=(const vector_base<T, A>& a, const vector_base<T, B>& b) {
  return !(a == b);
}
template <class T, class Space>
void swap(vector_base<T, Space>& a, vector_base<T, Space>& b) noexcept {
  a.swap(b);
}

}  // namespace thrust::detail
