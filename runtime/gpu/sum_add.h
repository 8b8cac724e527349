// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/sum_add.h, a part of sums.h: from the address of a number to its page, and the addition.
#ifndef DETRAIN_GPU_SUM_ADD_H
#define DETRAIN_GPU_SUM_ADD_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <detrain/kernels/binned_sum.h>

#include "sum_table.h"

// Threads of a warp wait for one another.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "detrain: order-independent sums need -arch=sm_70 or newer; --level=save keeps the atomics"
#endif

namespace detrain {
namespace gpu {
namespace {  // of this unit: so is the table's name

using Word = unsigned long long;
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

__constant__ SumTable table;

constexpr unsigned kNoPage = ~0U;  // one more would be too many
constexpr Word kShared = Word{1} << 63;
constexpr unsigned kFormatAt = 60;
constexpr Word kSpecialBit = Word{1} << 63;  // of a mask
constexpr unsigned kZero = 8;                // beside BinnedSum's flags: a zero was added, which turns -0 into +0

template <class T>
struct Summed {  // float, Half and Bf16
  using Acc = kernels::BinnedSum<float>;
  static constexpr unsigned kPlaces = 64, kBinsOfBit = 1;
  static __device__ float Widened(T x) { return kernels::ToFloat(x); }
};
template <>
struct Summed<double> {
  using Acc = kernels::BinnedSum<double>;
  static constexpr unsigned kPlaces = 8, kBinsOfBit = 2;
  static __device__ double Widened(double x) { return x; }
};

template <class T>
__device__ constexpr Word FormatOf();
template <>
__device__ constexpr Word FormatOf<float>() {
  return 0;
}
template <>
__device__ constexpr Word FormatOf<double>() {
  return 1;
}
template <>
__device__ constexpr Word FormatOf<kernels::Half>() {
  return 2;
}
template <>
__device__ constexpr Word FormatOf<kernels::Bf16>() {
  return 3;
}

// What stands for a number of CUDA's: a struct of its 16 bits and nothing else.
template <class Number>
struct Bits {
  using Type = Number;
};
template <>
struct Bits<__half> {
  using Type = kernels::Half;
};
template <>
struct Bits<__nv_bfloat16> {
  using Type = kernels::Bf16;
};

// --- where the memory lies ---

#ifdef __CUDACC__
__device__ inline bool IsShared(const void* at) {
  return __isShared(at) != 0;
}
__device__ inline Word OffsetOf(const void* shared) {
  return __cvta_generic_to_shared(shared);
}
__device__ inline void* SharedAt(Word offset) {
  return __cvta_shared_to_generic(offset);
}
// The block's part of it begins behind what the system keeps for itself, which is not in its size.
__device__ inline unsigned EndOfShared() {
  unsigned size = 0, begin = 0;
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(size));
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("mov.u32 %0, %%reserved_smem_offset_cap;" : "=r"(begin));
#endif
  return begin + size;
}
#else  // the host backend, in tests: it has sums in shared memory of its own
inline bool IsShared(const void* /*at*/) {
  return false;
}
inline Word OffsetOf(const void* /*shared*/) {
  return 0;
}
inline void* SharedAt(Word /*offset*/) {
  return nullptr;
}
inline unsigned EndOfShared() {
  return 0;
}
#endif

__device__ inline Word BlockNumber() {
  return blockIdx.x + gridDim.x * (blockIdx.y + Word{gridDim.y} * blockIdx.z);
}

template <class T>
__device__ Word SharedKey(Word piece) {
  return kShared | FormatOf<T>() << kFormatAt | BlockNumber() << 16 | piece;
}

template <class T>
__device__ Word KeyOf(const T* at, bool is_shared) {
  constexpr Word kBytes = Summed<T>::kPlaces * sizeof(T);
  return is_shared ? SharedKey<T>(OffsetOf(at) / kBytes)
                   : FormatOf<T>() << kFormatAt | reinterpret_cast<Word>(at) / kBytes;
}

template <class T>
__device__ unsigned PlaceOf(const T* at, bool is_shared) {
  return static_cast<unsigned>((is_shared ? OffsetOf(at) : reinterpret_cast<Word>(at)) / sizeof(T) %
                               Summed<T>::kPlaces);
}

// --- the table ---

__device__ inline unsigned FirstEntry(Word key) {
  return static_cast<unsigned>((key * 0x9e3779b97f4a7c15) >> 32) & table.last_entry;
}

__device__ inline unsigned NewPage(Word key) {
  const unsigned page = atomicAdd(table.used, 1U);
  if (page >= table.capacity)
    return kNoPage;
  table.keys[page] = key;
  return page;
}

// The page of a piece, made where there is none; kNoPage where there are too few. A copy of an entry in the cache may
// be old, but then it is a free one, or one without its page: both are asked for again.
__device__ inline unsigned PageFor(Word key) {
  unsigned at = FirstEntry(key);
  for (unsigned probes = 0; probes <= table.last_entry;) {
    SumEntry* const entry = &table.entries[at];
    Word found = entry->key;
    unsigned page = entry->page;
    if (found == 0)
      found = atomicCAS(&entry->key, Word{0}, key);
    if (found == 0) {
      page = NewPage(key) + 1;
      __threadfence();
      if (page == 0)
        return kNoPage;  // for others it stays one that is being made
      atomicExch(&entry->page, page);
      return page - 1;
    }
    if (found == key) {
      if (page == 0)
        page = atomicAdd(&entry->page, 0U);
      if (page != 0)
        return page - 1;
      if (*static_cast<volatile unsigned*>(table.used) > table.capacity)
        return kNoPage;
      continue;  // another thread is about to make it
    }
    at = (at + 1) & table.last_entry;
    ++probes;
  }
  return kNoPage;
}

// The page of a piece that was added to before the last barrier of this block; kNoPage where it was not.
__device__ inline unsigned KnownPage(Word key) {
  unsigned at = FirstEntry(key);
  for (unsigned probes = 0; probes <= table.last_entry; ++probes, at = (at + 1) & table.last_entry) {
    const Word found = __ldcg(&table.entries[at].key);
    if (found == key)
      return __ldcg(&table.entries[at].page) - 1;
    if (found == 0)
      return kNoPage;
  }
  return kNoPage;
}

// --- adding ---

template <class T>
struct Adder {
  SumPage& page;
  unsigned place;
  Word touched;

  __device__ void Bin(int i, long long by) {
    atomicAdd(reinterpret_cast<Word*>(&page.bins[static_cast<unsigned>(i) * Summed<T>::kPlaces + place]),
              static_cast<Word>(by));
    touched |= Word{1} << (static_cast<unsigned>(i) / Summed<T>::kBinsOfBit);
  }
  __device__ void Flag(unsigned bit) {
    atomicOr(&page.special[place], bit);
    touched |= kSpecialBit;
  }
};

template <class Number>
__device__ void AddToSum(Number* number, Number given) {
  using T = typename Bits<Number>::Type;
  T* const at = reinterpret_cast<T*>(number);
  const T addend = kernels::BitCast<T>(given);
  const bool is_shared = IsShared(at);
  const unsigned page = PageFor(KeyOf(at, is_shared));
  if (page == kNoPage)
    return;  // `used` tells the host, which ends the run
  Adder<T> adder{table.pages[page], PlaceOf(at, is_shared), 0};
  const auto wide = Summed<T>::Widened(addend);
  if (wide == 0)
    adder.Flag(kZero);
  Summed<T>::Acc::Scatter(wide, adder);
  // Bits of a mask only come while a kernel runs, so an old copy asks for more than there is to do, never for less.
  if ((table.masks[page] & adder.touched) != adder.touched)
    atomicOr(&table.masks[page], adder.touched);
}

}  // namespace
}  // namespace gpu
}  // namespace detrain

#endif
