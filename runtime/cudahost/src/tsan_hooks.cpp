// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What GCC and Clang call in files that are compiled with -fsanitize=thread. The names are theirs.
#include <cstdint>
#include <cstring>

#include "access.h"

using detrain::cudahost::Access;
using detrain::cudahost::How;

#define CALLER __builtin_return_address(0)

extern "C" {

void __tsan_init(void) {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

#define DETRAIN_ACCESS(bytes)                             \
  void __tsan_read##bytes(void* at) {                     \
    Access(at, bytes, How::Read, CALLER);                 \
  }                                                       \
  void __tsan_write##bytes(void* at) {                    \
    Access(at, bytes, How::Write, CALLER);                \
  }                                                       \
  void __tsan_unaligned_read##bytes(void* at) {           \
    Access(at, bytes, How::Read, CALLER);                 \
  }                                                       \
  void __tsan_unaligned_write##bytes(void* at) {          \
    Access(at, bytes, How::Write, CALLER);                \
  }                                                       \
  void __tsan_volatile_read##bytes(void* at) {            \
    Access(at, bytes, How::Atomic, CALLER);               \
  }                                                       \
  void __tsan_volatile_write##bytes(void* at) {           \
    Access(at, bytes, How::Atomic, CALLER);               \
  }                                                       \
  void __tsan_unaligned_volatile_read##bytes(void* at) {  \
    Access(at, bytes, How::Atomic, CALLER);               \
  }                                                       \
  void __tsan_unaligned_volatile_write##bytes(void* at) { \
    Access(at, bytes, How::Atomic, CALLER);               \
  }                                                       \
  void __tsan_read_write##bytes(void* at) {               \
    Access(at, bytes, How::Write, CALLER);                \
  }
DETRAIN_ACCESS(1)
DETRAIN_ACCESS(2)
DETRAIN_ACCESS(4)
DETRAIN_ACCESS(8)
DETRAIN_ACCESS(16)
#undef DETRAIN_ACCESS

void __tsan_read_range(void* at, std::size_t size) {
  Access(at, size, How::Read, CALLER);
}
void __tsan_write_range(void* at, std::size_t size) {
  Access(at, size, How::Write, CALLER);
}
void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  Access(from, size, How::Read, CALLER);
  Access(to, size, How::Write, CALLER);
  return std::memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  Access(from, size, How::Read, CALLER);
  Access(to, size, How::Write, CALLER);
  return std::memmove(to, from, size);
}
void* __tsan_memset(void* to, int value, std::size_t size) {
  Access(to, size, How::Write, CALLER);
  return std::memset(to, value, size);
}

// std::atomic of the host's code, and of device code that uses the compiler's builtins.
#define DETRAIN_UPDATE(bits, name)                                                                                     \
  std::uint##bits##_t __tsan_atomic##bits##_##name(volatile std::uint##bits##_t* at, std::uint##bits##_t value, int) { \
    return __atomic_##name(at, value, __ATOMIC_SEQ_CST);                                                               \
  }
#define DETRAIN_ATOMICS(bits)                                                                                     \
  std::uint##bits##_t __tsan_atomic##bits##_load(const volatile std::uint##bits##_t* at, int) {                   \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                                 \
  }                                                                                                               \
  void __tsan_atomic##bits##_store(volatile std::uint##bits##_t* at, std::uint##bits##_t value, int) {            \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                                \
  }                                                                                                               \
  std::uint##bits##_t __tsan_atomic##bits##_exchange(volatile std::uint##bits##_t* at, std::uint##bits##_t value, \
                                                     int) {                                                       \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                               \
  DETRAIN_UPDATE(bits, fetch_add)                                                                                 \
  DETRAIN_UPDATE(bits, fetch_sub)                                                                                 \
  DETRAIN_UPDATE(bits, fetch_and)                                                                                 \
  DETRAIN_UPDATE(bits, fetch_or)                                                                                  \
  DETRAIN_UPDATE(bits, fetch_xor)                                                                                 \
  DETRAIN_UPDATE(bits, fetch_nand)                                                                                \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile std::uint##bits##_t* at, std::uint##bits##_t* seen,  \
                                                    std::uint##bits##_t value, int, int) {                        \
    return __atomic_compare_exchange_n(at, seen, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;       \
  }                                                                                                               \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile std::uint##bits##_t* at, std::uint##bits##_t* seen,    \
                                                  std::uint##bits##_t value, int, int) {                          \
    return __atomic_compare_exchange_n(at, seen, value, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;        \
  }
DETRAIN_ATOMICS(8)
DETRAIN_ATOMICS(16)
DETRAIN_ATOMICS(32)
DETRAIN_ATOMICS(64)
#undef DETRAIN_ATOMICS
#undef DETRAIN_UPDATE

}  // extern "C"
