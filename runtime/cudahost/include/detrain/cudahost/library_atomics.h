// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda::atomic and cuda::atomic_ref of CUDA's C++ library, of what lies in 1, 2, 4 or 8 bytes; without waiting and
// notifying. Each operation is one of CUDA's atomic functions: whatever order and scope are asked for, it is seen by
// all threads at once. Interface: https://nvidia.github.io/cccl/libcudacxx/extended_api/synchronization_primitives.html
#pragma once

#include <atomic>

#include "detrain/cudahost/atomics.h"

namespace cuda {

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

inline void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) {
  ::detrain::cudahost::Fence();
}

// Of a number that somebody else holds.
template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref {
 public:
  using value_type = T;
  using difference_type = ::std::conditional_t<::std::is_pointer_v<T>, ::std::ptrdiff_t, T>;
  static constexpr bool is_always_lock_free = true;

  explicit atomic_ref(T& at) : at_(&at) {}
  bool is_lock_free() const { return true; }

  T load(memory_order = memory_order_seq_cst) const {
    return Change([](T old) { return old; });
  }
  operator T() const { return load(); }
  void store(T value, memory_order = memory_order_seq_cst) const { exchange(value); }
  T operator=(T value) const { return exchange(value), value; }
  T exchange(T value, memory_order = memory_order_seq_cst) const {
    return Change([value](T) { return value; });
  }

  bool compare_exchange_strong(T& expected, T value, memory_order = memory_order_seq_cst,
                               memory_order = memory_order_seq_cst) const {
    const T wanted = expected;
    const T old = Change([wanted, value](T now) { return Holds(now, wanted) ? value : now; });
    expected = old;
    return Holds(old, wanted);
  }
  bool compare_exchange_weak(T& expected, T value, memory_order success = memory_order_seq_cst,
                             memory_order failure = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, value, success, failure);
  }

#define DETRAIN_ATOMIC(name, operand, expression)                         \
  T name(operand value, memory_order = memory_order_seq_cst) const {      \
    return Change([value](T old) { return static_cast<T>(expression); }); \
  }
  DETRAIN_ATOMIC(fetch_add, difference_type, old + value)
  DETRAIN_ATOMIC(fetch_sub, difference_type, old - value)
  DETRAIN_ATOMIC(fetch_and, T, old& value)
  DETRAIN_ATOMIC(fetch_or, T, old | value)
  DETRAIN_ATOMIC(fetch_xor, T, old ^ value)
  DETRAIN_ATOMIC(fetch_min, T, value < old ? value : old)
  DETRAIN_ATOMIC(fetch_max, T, old < value ? value : old)
#undef DETRAIN_ATOMIC

  T operator++() const { return fetch_add(1) + 1; }
  T operator++(int) const { return fetch_add(1); }
  T operator--() const { return fetch_sub(1) - 1; }
  T operator--(int) const { return fetch_sub(1); }
  T operator+=(difference_type value) const { return fetch_add(value) + value; }
  T operator-=(difference_type value) const { return fetch_sub(value) - value; }
  T operator&=(T value) const { return fetch_and(value) & value; }
  T operator|=(T value) const { return fetch_or(value) | value; }
  T operator^=(T value) const { return fetch_xor(value) ^ value; }

 private:
  // By their bits, as the hardware compares.
  static bool Holds(const T& value, const T& wanted) { return __builtin_memcmp(&value, &wanted, sizeof(T)) == 0; }
  template <class Compute>
  T Change(Compute compute) const {
    return ::detrain::cudahost::Update(at_, compute);
  }

  T* at_;
};

// A number of its own.
template <class T, thread_scope Scope = thread_scope_system>
class atomic {
 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;

  atomic() = default;
  constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  // All that a reference to it does.
  T operator=(T value) { return ref() = value; }
  operator T() const { return load(); }
  T load(memory_order order = memory_order_seq_cst) const { return const_cast<atomic*>(this)->ref().load(order); }
  bool is_lock_free() const { return true; }
#define DETRAIN_FORWARD(name)                         \
  template <class... Args>                            \
  auto name(Args&&... args) {                         \
    return ref().name(::std::forward<Args>(args)...); \
  }
  DETRAIN_FORWARD(store)
  DETRAIN_FORWARD(exchange)
  DETRAIN_FORWARD(compare_exchange_strong)
  DETRAIN_FORWARD(compare_exchange_weak)
  DETRAIN_FORWARD(fetch_add)
  DETRAIN_FORWARD(fetch_sub)
  DETRAIN_FORWARD(fetch_and)
  DETRAIN_FORWARD(fetch_or)
  DETRAIN_FORWARD(fetch_xor)
  DETRAIN_FORWARD(fetch_min)
  DETRAIN_FORWARD(fetch_max)
  DETRAIN_FORWARD(operator++)
  DETRAIN_FORWARD(operator--)
  DETRAIN_FORWARD(operator+=)
  DETRAIN_FORWARD(operator-=)
  DETRAIN_FORWARD(operator&=)
  DETRAIN_FORWARD(operator|=)
  DETRAIN_FORWARD(operator^=)
#undef DETRAIN_FORWARD

 private:
  atomic_ref<T, Scope> ref() { return atomic_ref<T, Scope>(value_); }

  T value_;
};

}  // namespace cuda
