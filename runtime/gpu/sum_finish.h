// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/sum_finish.h, a part of sums.h: what becomes of the accumulators behind a launch, and at a barrier.
#ifndef DETRAIN_GPU_SUM_FINISH_H
#define DETRAIN_GPU_SUM_FINISH_H

#include "sum_add.h"

namespace detrain {
namespace gpu {
namespace {

// Takes what a bin holds, and leaves it empty.
__device__ inline long long TakeBin(SumPage& page, unsigned place, unsigned places, unsigned b) {
  long long* const bin = &page.bins[b * places + place];
  const long long held = __ldcg(bin);
  if (held != 0)
    *bin = 0;
  return held;
}

template <class T>
__device__ unsigned TakeSpecial(SumPage& page, unsigned place, Word mask) {
  if ((mask & kSpecialBit) == 0)
    return 0;
  const unsigned special = __ldcg(&page.special[place]);
  page.special[place] = 0;
  return special;
}

// Empties the accumulator of a place, and adds it to what lies at `at`; null: it is lost with the block.
__device__ __noinline__ void FinishPlace(double* at, SumPage& page, unsigned place, Word mask) {
  kernels::BinnedSum<double> sum;
  sum.Clear();
  const unsigned special = TakeSpecial<double>(page, place, mask);
  bool is_touched = special != 0;
  for (Word bits = mask & ~kSpecialBit; bits != 0; bits &= bits - 1) {
    const unsigned first = static_cast<unsigned>(kernels::BitWidth(bits & (0 - bits)) - 1) * 2;
    for (unsigned b = first; b < first + 2; ++b) {
      sum.bins[b] = TakeBin(page, place, Summed<double>::kPlaces, b);
      is_touched |= sum.bins[b] != 0;
    }
  }
  if (!is_touched || at == nullptr)
    return;
  sum.special = special & ~kZero;
  sum.Add(*at);
  *at = sum.Round();
}

constexpr int kFloatBins = kernels::BinnedSum<float>::kBins;

template <class T>
__device__ __noinline__ void RoundAnySum(T* at, const long long* bins, unsigned special) {
  kernels::BinnedSum<float> sum;
  sum.Clear();
  for (int b = 0; b < kFloatBins; ++b)
    sum.bins[b] = bins[b];
  sum.special = special;
  sum.Add(kernels::ToFloat(*at));
  *at = sum.Round<T>();
}

// A sum whose bins, and that of x, are three neighbours at most, which 128 bits hold: without a loop over all.
template <class T>
__device__ bool RoundNearSum(T* at, const long long (&bins)[kFloatBins]) {
  const kernels::Parts x = kernels::Take(kernels::ToFloat(*at));
  const int of_x = (x.exponent - kernels::Format<float>::kLowest) / 32;
  int low = x.significand == 0 ? kFloatBins : of_x, high = x.significand == 0 ? -1 : of_x + 1;
  for (int b = 0; b < kFloatBins; ++b) {
    low = bins[b] != 0 && b < low ? b : low;
    high = bins[b] != 0 && b > high ? b : high;
  }
  if (x.nan || x.infinite || high - low > 2)
    return false;
  UnsignedWide sum = 0;  // of two's complement
  const int unit = kernels::Format<float>::kLowest + 32 * low;
  bool is_small = true;  // so that no sum of three leaves the 128 bits
  for (int b = 0; b < kFloatBins; ++b) {
    if (bins[b] == 0)
      continue;
    sum += static_cast<UnsignedWide>(static_cast<Wide>(bins[b])) << 32 * (b - low);
    is_small &= bins[b] >> 61 == 0 || bins[b] >> 61 == -1;
  }
  if (x.significand != 0) {
    const UnsignedWide units = static_cast<UnsignedWide>(x.significand) << (x.exponent - unit);
    sum += x.negative ? -units : units;
  }
  if (!is_small)
    return false;
  const bool is_negative = static_cast<Wide>(sum) < 0;
  const UnsignedWide magnitude = is_negative ? -sum : sum;
  const Word upper = static_cast<Word>(magnitude >> 64), lower = static_cast<Word>(magnitude);
  const int drop = kernels::BitWidth(upper);
  const Word kept = static_cast<Word>(magnitude >> drop);
  const bool is_sticky = drop != 0 && lower << (64 - drop) != 0;
  *at = kernels::RoundTo<T>(is_negative, kept, unit + drop, is_sticky);
  return true;
}

template <class T>
__device__ void FinishPlace(T* at, SumPage& page, unsigned place, Word mask) {
  const unsigned special = TakeSpecial<T>(page, place, mask);
  bool is_touched = special != 0;
  // Known when it is compiled, so that loads do not wait for one another.
  long long bins[kFloatBins] = {};
  for (unsigned b = 0; b < kFloatBins; ++b)
    if ((mask >> b & 1) != 0)
      bins[b] = TakeBin(page, place, Summed<T>::kPlaces, b);
  for (int b = 0; b < kFloatBins; ++b)
    is_touched |= bins[b] != 0;
  if (!is_touched || at == nullptr)
    return;
  if ((special & ~kZero) == 0 && RoundNearSum(at, bins))
    return;
  long long copy[kFloatBins];  // `bins` stays in registers
  for (int b = 0; b < kFloatBins; ++b)
    copy[b] = bins[b];
  RoundAnySum(at, copy, special & ~kZero);
}

// By the threads of a warp: lane l has places l, l + 32.
template <class T>
__device__ void FinishPage(unsigned page, Word key, Word mask, unsigned lane) {
  constexpr unsigned kPlaces = Summed<T>::kPlaces;
  const Word piece = key & ((Word{1} << kFormatAt) - 1);
  T* const memory = (key & kShared) != 0 ? nullptr : reinterpret_cast<T*>(piece * kPlaces * sizeof(T));
  for (unsigned place = lane; place < kPlaces; place += 32)
    FinishPlace(memory == nullptr ? nullptr : memory + place, table.pages[page], place, mask);
}

__device__ inline void FinishPage(unsigned page, Word mask, unsigned lane) {
  const Word key = table.keys[page];
  switch (key >> kFormatAt & 3) {
    case FormatOf<float>():
      return FinishPage<float>(page, key, mask, lane);
    case FormatOf<double>():
      return FinishPage<double>(page, key, mask, lane);
    case FormatOf<kernels::Half>():
      return FinishPage<kernels::Half>(page, key, mask, lane);
    default:
      return FinishPage<kernels::Bf16>(page, key, mask, lane);
  }
}

// Each warp looks at 32 pages at a time, and finishes those that are not empty one after the other; neighbours, which
// are often used together, go to different warps.
__device__ inline void FinishSums() {
  const unsigned lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
  const unsigned given = *table.used, used = given < table.capacity ? given : table.capacity;
  for (unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) / 32; first < used; first += 32 * warps) {
    const unsigned own = first + lane * warps;
    const Word mask = own < used ? table.masks[own] : 0;
    if (mask != 0)
      table.masks[own] = 0;
    for (unsigned left = __ballot_sync(~0U, mask != 0); left != 0; left &= left - 1) {
      const unsigned next = static_cast<unsigned>(kernels::BitWidth(left & (0 - left)) - 1);
      FinishPage(first + next * warps, __shfl_sync(~0U, mask, static_cast<int>(next)), lane);
    }
  }
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *static_cast<volatile unsigned*>(table.seen) = given;
}

// Of the block's shared memory, between two barriers. Masks stay: only the end of the launch may clear them.
template <class T>
__device__ __noinline__ void FinishShared(unsigned thread, unsigned threads) {
  constexpr unsigned kPlaces = Summed<T>::kPlaces;
  const unsigned places = (EndOfShared() + sizeof(T) - 1) / sizeof(T);
  for (unsigned i = thread; i < places; i += threads) {
    const unsigned page = KnownPage(SharedKey<T>(i / kPlaces));
    if (page != kNoPage)
      FinishPlace(static_cast<T*>(SharedAt(Word{i} * sizeof(T))), table.pages[page], i % kPlaces,
                  __ldcg(&table.masks[page]));
  }
}

}  // namespace
}  // namespace gpu
}  // namespace detrain

#endif
