// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What device code sees when it runs on the CPU: qualifiers, the indices of the thread, barriers, and the operations of
// a warp. Every CUDA thread is a fiber; the threads of a block share one OS thread, so what is `__shared__` is local to
// that. docs/cuda-host.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "vector_types.h"

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __shared__ static thread_local __attribute__((aligned(128)))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__  // empty: libstdc++ writes __attribute__((__noinline__))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __CUDA_HOST_BACKEND__ 1

// `extern __shared__ T name[]` is rewritten to this: the block's dynamic shared memory, 128-byte aligned.
#define DETRAIN_DYNAMIC_SHARED(type, name) type* const name = static_cast<type*>(::detrain::cudahost::DynamicShared())

// Set at every switch to another fiber. Not const, so that the runtime can; CUDA's are.
extern __thread uint3 threadIdx;
extern __thread uint3 blockIdx;
extern __thread dim3 blockDim;
extern __thread dim3 gridDim;
constexpr int warpSize = 32;

namespace detrain::cudahost {

// Where in the user's source an operation stands.
struct Site {
  const char* file;
  unsigned line;
};

enum class WarpKind : std::uint8_t { Sync, Shuffle, Vote, MatchAny, MatchAll, Add, Min, Max, And, Or, Xor };
enum class Vote : std::uint8_t { None, Count, And, Or };
enum class Scope : std::uint8_t { Block, Grid };

// All lanes of `mask` meet; each hands in `value` and gets what `kind` makes of them: Shuffle the value of lane
// `source`, Vote the mask of lanes whose value is not 0, Add to Xor the result over all, as 32-bit numbers (`is_signed`
// for Min and Max).
std::uint64_t WarpExchange(WarpKind kind, unsigned mask, std::uint64_t value, int source, bool is_signed, Site site);
// All threads of the block, or of the grid, meet. Returns the vote over `predicate`.
int Barrier(Scope scope, Vote vote, int predicate, Site site);
void Fence();
bool InThread();  // of the device, or on the host?
unsigned Lane();
void* DynamicShared();
// A place where another warp may go on: before an atomic operation. Does nothing without a schedule.
void AtomicPoint(const void* at, std::size_t size, const void* caller);
[[noreturn]] void Trap(const char* what);
std::uint64_t Clock();

template <class T>
inline std::uint64_t ToBits(T value) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>, "a lane hands over up to 8 bytes");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
inline T FromBits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

// `width` lanes form a segment. A source outside it is the lane itself.
template <class T>
inline T Shuffle(unsigned mask, T value, int source, Site site) {
  return FromBits<T>(WarpExchange(WarpKind::Shuffle, mask, ToBits(value), source, false, site));
}
inline int Segment(int width) {
  return static_cast<int>(Lane()) & ~(width - 1);
}

// What `extern __shared__ T name[]` outside of a kernel is rewritten to: in a thread, DynamicShared().
template <class T>
struct DynamicArray {
  operator T*() const { return static_cast<T*>(DynamicShared()); }
  template <class U>
  explicit operator U*() const {  // `(float*)name`
    return static_cast<U*>(DynamicShared());
  }
};

}  // namespace detrain::cudahost

// The caller's place, as default arguments.
#define DETRAIN_SITE_PARAMETERS const char *file_ = __builtin_FILE(), unsigned line_ = __builtin_LINE()
#define DETRAIN_SITE          \
  ::detrain::cudahost::Site { \
    file_, line_              \
  }

inline void __syncthreads(DETRAIN_SITE_PARAMETERS) {
  ::detrain::cudahost::Barrier(::detrain::cudahost::Scope::Block, ::detrain::cudahost::Vote::None, 0, DETRAIN_SITE);
}
inline int __syncthreads_count(int p, DETRAIN_SITE_PARAMETERS) {
  return ::detrain::cudahost::Barrier(::detrain::cudahost::Scope::Block, ::detrain::cudahost::Vote::Count, p,
                                      DETRAIN_SITE);
}
inline int __syncthreads_and(int p, DETRAIN_SITE_PARAMETERS) {
  return ::detrain::cudahost::Barrier(::detrain::cudahost::Scope::Block, ::detrain::cudahost::Vote::And, p,
                                      DETRAIN_SITE);
}
inline int __syncthreads_or(int p, DETRAIN_SITE_PARAMETERS) {
  return ::detrain::cudahost::Barrier(::detrain::cudahost::Scope::Block, ::detrain::cudahost::Vote::Or, p,
                                      DETRAIN_SITE);
}

inline void __syncwarp(unsigned mask = 0xffffffff, DETRAIN_SITE_PARAMETERS) {
  ::detrain::cudahost::WarpExchange(::detrain::cudahost::WarpKind::Sync, mask, 0, 0, false, DETRAIN_SITE);
}

template <class T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, DETRAIN_SITE_PARAMETERS) {
  const int from = ::detrain::cudahost::Segment(width) + (source & (width - 1));
  return ::detrain::cudahost::Shuffle(mask, value, from, DETRAIN_SITE);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, DETRAIN_SITE_PARAMETERS) {
  const int lane = static_cast<int>(::detrain::cudahost::Lane());
  const int from = lane - static_cast<int>(delta);
  return ::detrain::cudahost::Shuffle(mask, value, from < ::detrain::cudahost::Segment(width) ? lane : from,
                                      DETRAIN_SITE);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, DETRAIN_SITE_PARAMETERS) {
  const int lane = static_cast<int>(::detrain::cudahost::Lane());
  const int from = lane + static_cast<int>(delta);
  return ::detrain::cudahost::Shuffle(mask, value, from >= ::detrain::cudahost::Segment(width) + width ? lane : from,
                                      DETRAIN_SITE);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, DETRAIN_SITE_PARAMETERS) {
  const int lane = static_cast<int>(::detrain::cudahost::Lane());
  const int from = lane ^ lane_mask;
  return ::detrain::cudahost::Shuffle(mask, value, from >= ::detrain::cudahost::Segment(width) + width ? lane : from,
                                      DETRAIN_SITE);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, DETRAIN_SITE_PARAMETERS) {
  return static_cast<unsigned>(::detrain::cudahost::WarpExchange(::detrain::cudahost::WarpKind::Vote, mask,
                                                                 predicate != 0, 0, false, DETRAIN_SITE));
}
inline int __any_sync(unsigned mask, int predicate, DETRAIN_SITE_PARAMETERS) {
  return __ballot_sync(mask, predicate, file_, line_) != 0;
}
inline int __all_sync(unsigned mask, int predicate, DETRAIN_SITE_PARAMETERS) {
  return __ballot_sync(mask, !predicate, file_, line_) == 0;
}
template <class T>
inline unsigned __match_any_sync(unsigned mask, T value, DETRAIN_SITE_PARAMETERS) {
  return static_cast<unsigned>(::detrain::cudahost::WarpExchange(
      ::detrain::cudahost::WarpKind::MatchAny, mask, ::detrain::cudahost::ToBits(value), 0, false, DETRAIN_SITE));
}
template <class T>
inline unsigned __match_all_sync(unsigned mask, T value, int* all, DETRAIN_SITE_PARAMETERS) {
  const auto equal = static_cast<unsigned>(::detrain::cudahost::WarpExchange(
      ::detrain::cudahost::WarpKind::MatchAll, mask, ::detrain::cudahost::ToBits(value), 0, false, DETRAIN_SITE));
  *all = equal != 0;
  return equal;
}

#define DETRAIN_WARP_REDUCTION(name, kind)                                                                            \
  inline unsigned name(unsigned mask, unsigned value, DETRAIN_SITE_PARAMETERS) {                                      \
    return static_cast<unsigned>(                                                                                     \
        ::detrain::cudahost::WarpExchange(::detrain::cudahost::WarpKind::kind, mask, value, 0, false, DETRAIN_SITE)); \
  }                                                                                                                   \
  inline int name(unsigned mask, int value, DETRAIN_SITE_PARAMETERS) {                                                \
    return static_cast<int>(::detrain::cudahost::WarpExchange(::detrain::cudahost::WarpKind::kind, mask,              \
                                                              static_cast<unsigned>(value), 0, true, DETRAIN_SITE));  \
  }
DETRAIN_WARP_REDUCTION(__reduce_add_sync, Add)
DETRAIN_WARP_REDUCTION(__reduce_min_sync, Min)
DETRAIN_WARP_REDUCTION(__reduce_max_sync, Max)
DETRAIN_WARP_REDUCTION(__reduce_and_sync, And)
DETRAIN_WARP_REDUCTION(__reduce_or_sync, Or)
DETRAIN_WARP_REDUCTION(__reduce_xor_sync, Xor)
#undef DETRAIN_WARP_REDUCTION

// Which lanes happen to run together is nobody's promise: here each runs alone.
inline unsigned __activemask() {
  return 1U << ::detrain::cudahost::Lane();
}

inline void __threadfence() {
  ::detrain::cudahost::Fence();
}
inline void __threadfence_block() {}
inline void __threadfence_system() {
  ::detrain::cudahost::Fence();
}
inline long long clock64() {
  return static_cast<long long>(::detrain::cudahost::Clock());
}
inline long long __clock64() {
  return clock64();
}
inline unsigned long long __globaltimer() {
  return ::detrain::cudahost::Clock();
}
inline void __nanosleep(unsigned) {
  ::detrain::cudahost::AtomicPoint(nullptr, 0, nullptr);
}
inline void __trap() {
  ::detrain::cudahost::Trap("__trap()");
}
inline void __brkpt() {}
