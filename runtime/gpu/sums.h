// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gpu/sums.h: what an atomicAdd of floating-point numbers whose result nobody uses becomes in a program for a GPU. The
// addend goes to a binned accumulator of its place (kernels/binned_sum.h), by integer atomics alone; behind the launch
// each sum begins with what its place holds and is rounded once. So its bits are the same for any order of threads and
// blocks, and those of the CPU. Sums in shared memory are finished at the block's next barrier. docs/gpu.md.
//
// Each unit of the program has its own copy of all this: no relocatable device code is asked for.
#ifndef DETRAIN_GPU_SUMS_H
#define DETRAIN_GPU_SUMS_H

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

// --- finishing ---

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

#ifdef __CUDACC__
static __global__ void __launch_bounds__(256, 4) FinishAll() {
  FinishSums();
}
#endif

__attribute__((unused)) void Hand(const SumTable* of_host, cudaStream_t stream) {
#ifdef __CUDACC__
  (void)cudaMemcpyToSymbolAsync(table, of_host, sizeof table, 0, cudaMemcpyHostToDevice, stream);
#else
  (void)stream;
  table = *of_host;
#endif
}

struct Unit {
  Unit() { detrain_gpu_sums_unit(Hand); }
};
__attribute__((unused)) const Unit unit;

inline cudaStream_t Named(cudaStream_t stream) {
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)
  return stream == nullptr ? cudaStreamPerThread : stream;
#else
  return stream;
#endif
}

}  // namespace
}  // namespace gpu

namespace {

// In front of a launch whose threads sum, and behind it, on its stream.
__attribute__((unused)) void SumsBegin(cudaStream_t stream = nullptr) {
  gpu::detrain_gpu_sums_begin(gpu::Named(stream));
}

__attribute__((unused)) void SumsEnd(cudaStream_t stream = nullptr) {
#ifdef __CUDACC__
  gpu::FinishAll<<<gpu::detrain_gpu_sums_blocks(), 256, 0, stream>>>();
#else
  cudahost::Launch(gpu::detrain_gpu_sums_blocks(), 256, 0, stream, [] { gpu::FinishSums(); });
#endif
  gpu::detrain_gpu_sums_end(gpu::Named(stream));
}

}  // namespace
}  // namespace detrain

// --- the names that stand in the user's text ---

namespace {

__device__ inline void detrain_sum(float* at, float addend) {
  detrain::gpu::AddToSum(at, addend);
}
__device__ inline void detrain_sum(double* at, double addend) {
  detrain::gpu::AddToSum(at, addend);
}
__device__ inline void detrain_sum(__half* at, __half addend) {
  detrain::gpu::AddToSum(at, addend);
}
__device__ inline void detrain_sum(__nv_bfloat16* at, __nv_bfloat16 addend) {
  detrain::gpu::AddToSum(at, addend);
}
// Vectors: a sum for each component.
template <class Pair>
__device__ void detrain_sum_pair(Pair* at, Pair addend) {
  detrain_sum(&at->x, addend.x);
  detrain_sum(&at->y, addend.y);
}
__device__ inline void detrain_sum(float2* at, float2 addend) {
  detrain_sum_pair(at, addend);
}
__device__ inline void detrain_sum(__half2* at, __half2 addend) {
  detrain_sum_pair(at, addend);
}
__device__ inline void detrain_sum(__nv_bfloat162* at, __nv_bfloat162 addend) {
  detrain_sum_pair(at, addend);
}
__device__ inline void detrain_sum(float4* at, float4 addend) {
  detrain_sum_pair(at, addend);
  detrain_sum(&at->z, addend.z);
  detrain_sum(&at->w, addend.w);
}
// Of integers: equal in every order.
__device__ inline void detrain_sum(int* at, int addend) {
  atomicAdd(at, addend);
}
__device__ inline void detrain_sum(unsigned* at, unsigned addend) {
  atomicAdd(at, addend);
}
__device__ inline void detrain_sum(unsigned long long* at, unsigned long long addend) {
  atomicAdd(at, addend);
}

// A barrier of the block, in a kernel that sums numbers of these types in shared memory.
template <class... Numbers>
__device__ void detrain_syncthreads() {
  __syncthreads();
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const int each[] = {(detrain::gpu::FinishShared<typename detrain::gpu::Bits<Numbers>::Type>(thread, threads), 0)...};
  (void)each;
  __syncthreads();
}

}  // namespace

#endif
