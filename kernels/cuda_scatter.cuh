// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scatter.h on a GPU: the same integers, added in whatever order. Wide rows are added up row by row, without atomics on
// sums; narrow ones atomically, in shared memory first where there are few places.
#pragma once

#include "cuda_block.cuh"
#include "cuda_pass.cuh"
#include "scatter.h"

namespace detrain::kernels {

// ---- Wide rows: what names a row is brought together, in parts of up to kRowPart additions.

// first: a place in the order; where there is one addend and it is all, that addend.
struct WideItem {
  std::uint32_t row, first, count, part;  // part: of a row with several; kWholeRow: this is all
};
constexpr std::uint32_t kWholeRow = ~0U;

struct SplitRow {
  std::uint32_t row, first, count, part;  // its first part
};

struct WideState {
  std::uint32_t *slot, *order;    // of an addend: which of its row's it is; of a place: the addend
  std::uint32_t *named, *start;   // of a row: how many name it, and its first place in the order
  std::uint64_t* claimed;         // how many places of the order, and below them items, there are
  std::uint32_t *parts, *splits;  // how many of these
  WideItem* item;
  SplitRow* split;
  RowPart* part;

  WideState(void* workspace, Size count, Extent extent) {
    Workspace space(workspace);
    Workspace of_addends(space.Take<Size>(4 * count + 16)), of_rows(space.Take<Size>(2 * extent.rows + 8));
    item = of_addends.Take<WideItem>(count);
    slot = of_addends.Take<std::uint32_t>(count);
    order = of_addends.Take<std::uint32_t>(count);
    split = of_addends.Take<SplitRow>(count / kRowPart);
    claimed = of_rows.Take<std::uint64_t>(1);
    parts = of_rows.Take<std::uint32_t>(2);
    splits = parts + 1;
    named = of_rows.Take<std::uint32_t>(extent.rows);
    start = of_rows.Take<std::uint32_t>(extent.rows);
    part = space.Take<RowPart>(2 * (count / kRowPart) * extent.columns);
  }
};

// The sum of `own` over the threads before, and of all: one atomic for a warp. All threads of the warp call it.
__device__ inline std::uint64_t Claim(std::uint64_t* total, std::uint64_t own) {
  const unsigned lane = threadIdx.x % 32;
  unsigned long long sum = own;
  for (unsigned apart = 1; apart < 32; apart *= 2) {
    const unsigned long long other = __shfl_up_sync(kWholeWarp, sum, apart);
    sum += lane >= apart ? other : 0;
  }
  unsigned long long first = 0;
  if (lane == 31 && sum != 0)
    first = atomicAdd(reinterpret_cast<unsigned long long*>(total), sum);
  return __shfl_sync(kWholeWarp, first, 31) + sum - own;
}

// What the threads of a warp that name the same row have in common is counted by one of them.
template <class Index>
__global__ void __launch_bounds__(kBlock)
    CountNames(const Index* index, Size count, Size rows, std::uint32_t* skipped, WideState state) {
  for (Size base = Size{blockIdx.x} * kBlock; base < count; base += Size{gridDim.x} * kBlock) {
    const Size i = base + threadIdx.x, row = i < count ? static_cast<Size>(index[i]) : rows;
    const auto key = row < rows ? static_cast<std::uint32_t>(row) : kWholeRow;
    const unsigned same = __match_any_sync(kWholeWarp, key), lane = threadIdx.x % 32;
    std::uint32_t first = 0;
    const unsigned leader = __ffs(static_cast<int>(same)) - 1;
    if (lane == leader && key != kWholeRow)
      first = atomicAdd(&state.named[row], __popc(same));
    first = __shfl_sync(kWholeWarp, first, leader);
    if (key != kWholeRow)
      state.slot[i] = first + __popc(same & ((1U << lane) - 1));
    else if (i < count && skipped != nullptr)
      AtomicAdd(skipped, 1);
  }
}

// The first addend of a row makes its items.
template <class Index>
__global__ void __launch_bounds__(kBlock) MakeItems(const Index* index, Size count, Size rows, WideState state) {
  for (Size base = Size{blockIdx.x} * kBlock; base < count; base += Size{gridDim.x} * kBlock) {
    const Size i = base + threadIdx.x, row = i < count ? static_cast<Size>(index[i]) : rows;
    const std::uint32_t n = row < rows && state.slot[i] == 0 ? state.named[row] : 0;
    const std::uint32_t pieces = (n + kRowPart - 1) / kRowPart;
    const std::uint64_t claimed = Claim(state.claimed, std::uint64_t{n} << 32 | pieces);
    if (n == 0)
      continue;
    const auto first = static_cast<std::uint32_t>(claimed >> 32), at = static_cast<std::uint32_t>(claimed);
    state.start[row] = first;
    std::uint32_t part = kWholeRow;
    if (pieces > 1) {
      part = atomicAdd(state.parts, pieces);
      state.split[atomicAdd(state.splits, 1)] = {static_cast<std::uint32_t>(row), first, n, part};
    }
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
      const std::uint32_t done = piece * kRowPart, left = n - done;
      state.item[at + piece] = {static_cast<std::uint32_t>(row), n == 1 ? static_cast<std::uint32_t>(i) : first + done,
                                left < kRowPart ? left : static_cast<std::uint32_t>(kRowPart),
                                pieces > 1 ? part + piece : kWholeRow};
    }
  }
}

template <class Index>
__global__ void __launch_bounds__(kBlock) PutInOrder(const Index* index, Size count, Size rows, WideState state) {
  for (Size i = Size{blockIdx.x} * kBlock + threadIdx.x; i < count; i += Size{gridDim.x} * kBlock) {
    const Size row = static_cast<Size>(index[i]);
    if (row < rows)
      state.order[state.start[row] + state.slot[i]] = static_cast<std::uint32_t>(i);
  }
}

// A sum of floats in double, and whether it is exact: then it is that of PreroundedSum, at a tenth of the cost.
struct Tally {
  double sum = 0;
  std::uint32_t most = 0, least = ~0U;  // magnitudes as bits; `least` less one, so that zeros do not count

  __device__ void Add(float x) {
    Range(x);
    sum += static_cast<double>(x);
  }
  __device__ void Range(float x) {
    const std::uint32_t bits = __float_as_uint(x) & 0x7fffffff;
    most = max(most, bits);
    least = min(least, bits - 1);
  }
  __device__ void Merge(const RowPart& part) {
    sum += part.sum;
    most = max(most, part.most);
    least = min(least, part.least);
  }
  __device__ std::uint32_t Top() const { return most == 0 ? 0 : max(most >> 23, 1U); }
  // Whether no exponent is further than this below the largest, and all are finite.
  __device__ bool Spans(int exponents) const {
    const std::uint32_t lowest = least == ~0U ? Top() : max((least + 1) >> 23, 1U);
    return most < 0x7f800000 && static_cast<int>(Top() - lowest) <= exponents;
  }
};

// n addends of 24 bits, so far apart, have an exact sum of 53.
constexpr int kExactSpan = 53 - 24 - 6;
static_assert(kRowPart < 1 << 6, "with the value that is added to, 2^6 addends at most");

// So far apart, all are multiples of the unit of PreroundedSum: top - 188 + BitWidth(addends) is at most the lowest
// exponent - 150.
__device__ inline int UnitSpan(Size addends) {
  return 38 - BitWidth(addends);
}

// By PreroundedSum itself, for what is not exact. All threads of a warp call it for one element, and get it.
template <class T>
__device__ __noinline__ T AddByWarp(const T* column, Size columns, const std::uint32_t* order, std::uint32_t count,
                                    T before, Size addends) {
  const unsigned lane = threadIdx.x % 32;
  PreroundedSum sum{};
  if (lane == 0)
    sum.AnnounceAlone(ToFloat(before));
  for (std::uint32_t i = lane; i < count; i += 32)
    sum.AnnounceAlone(ToFloat(column[order[i] * columns]));
  for (int apart = 1; apart < 32; apart *= 2) {
    sum.top = max(sum.top, __shfl_xor_sync(kWholeWarp, sum.top, apart));
    sum.special |= __shfl_xor_sync(kWholeWarp, sum.special, apart);
  }
  if (lane == 0)
    sum.AddAlone(ToFloat(before), addends);
  for (std::uint32_t i = lane; i < count; i += 32)
    sum.AddAlone(ToFloat(column[order[i] * columns]), addends);
  sum.units = WarpSum(sum.units);
  return sum.Round<T>(addends);
}

// `value`, but where it `is_wrong` the right one; `at` is the lane's element in its row.
template <class T>
__device__ T Corrected(bool is_wrong, T value, Size at, const T* source, const T* row, Size columns,
                       const std::uint32_t* order, std::uint32_t count, Size addends) {
  for (unsigned wrong = __ballot_sync(kWholeWarp, is_wrong); wrong != 0; wrong &= wrong - 1) {
    const int lane = __ffs(static_cast<int>(wrong)) - 1;
    const Size column = __shfl_sync(kWholeWarp, at, lane);
    const T right = AddByWarp(source + column, columns, order, count, row[column], addends);
    value = threadIdx.x % 32 == static_cast<unsigned>(lane) ? right : value;
  }
  return value;
}

// By PreroundedSum, the thread's four columns of a row: rare, so out of the way.
template <class T>
__device__ __noinline__ void AddFourSlowly(const T* source, T* row, Size columns, Size c, const std::uint32_t* order,
                                           std::uint32_t count, Size addends) {
#pragma unroll 1
  for (Size column = c; column < c + 4 && column < columns; ++column)
    row[column] = AddPrerounded(
        row[column], 1, addends, [=](Size i) { return ToFloat(source[order[i - 1] * columns + column]); },
        [=](Size i) { return i < count ? i + 1 : 0; });
}

// A block takes an item, a thread four columns at a time. The code is short, as it is not in the cache when it starts.
template <bool kWhole, class T>
__global__ void __launch_bounds__(kBlock)
    AddItems(const T* source, T* out, Size columns, Size addends, WideState state) {
  constexpr unsigned kRounds = 4;
  const int span = min(kExactSpan, UnitSpan(addends));
  const auto items = static_cast<std::uint32_t>(*state.claimed);
  for (std::uint32_t i = blockIdx.x; i < items; i += gridDim.x) {
    const WideItem item = state.item[i];
    const bool is_all = item.part == kWholeRow;
    const std::uint32_t* const order = item.count == 1 && is_all ? &state.item[i].first : state.order + item.first;
    T* const row = out + item.row * columns;
    for (Size c = 4 * threadIdx.x; c < columns; c += 4 * blockDim.x) {
      Tally tally[4];
      const Four<T> before = LoadWhole<kWhole>(row, c, is_all ? columns : 0);
      const auto load = [&](std::uint32_t entry) {
        return LoadWhole<kWhole>(source + order[entry] * columns, c, columns);
      };
      const auto add = [&](const Four<T>& four) {
        for (int k = 0; k < 4; ++k)
          tally[k].Add(ToFloat(four.at[k]));
      };
      std::uint32_t entry = 0;
#pragma unroll 1
      for (; entry + kRounds <= item.count; entry += kRounds) {
        Four<T> four[kRounds];
        for (unsigned round = 0; round < kRounds; ++round)
          four[round] = load(entry + round);
        for (const Four<T>& of_round : four)
          add(of_round);
      }
#pragma unroll 1
      for (; entry < item.count; ++entry)
        add(load(entry));
      if (!is_all) {
        for (Size k = 0; k < 4; ++k)
          if (kWhole || c + k < columns)
            state.part[item.part * columns + c + k] = {tally[k].Spans(kExactSpan) ? tally[k].sum : QuietNan<double>(),
                                                       tally[k].most, tally[k].least};
        continue;
      }
      bool is_exact = true;
      Four<T> sum;
      for (int k = 0; k < 4; ++k) {
        tally[k].Add(ToFloat(before.at[k]));
        is_exact = is_exact && tally[k].Spans(span);
        sum.at[k] = Finish<T>(tally[k].sum);
      }
      if (is_exact)
        StoreWhole<kWhole>(row, c, columns, sum);
      else
        AddFourSlowly(source, row, columns, c, order, item.count, addends);
    }
  }
}

// The parts of rows that have several. A block takes 32 columns of a row, its warps take turns at the parts.
constexpr unsigned kPartWarps = 8;

template <class T>
__global__ void __launch_bounds__(32 * kPartWarps)
    AddParts(const T* source, T* out, Size columns, Size addends, WideState state) {
  __shared__ Tally tallies[kPartWarps][32];
  __shared__ std::int64_t units[kPartWarps][32];
  const std::uint32_t tiles = static_cast<std::uint32_t>((columns + 31) / 32);
  const unsigned lane = threadIdx.x, warp = threadIdx.y;
  for (Size item = blockIdx.x; item < Size{*state.splits} * tiles; item += gridDim.x) {
    const SplitRow split = state.split[item / tiles];
    const Size c = item % tiles * 32 + lane;
    const bool inside = c < columns;
    const std::uint32_t parts = inside ? (split.count + kRowPart - 1) / kRowPart : 0;
    const RowPart* const part = state.part + split.part * columns + c;
    T* const row = out + split.row * columns;
    T value = inside ? row[c] : T{};
    Tally all;  // the sum counts parts that are not exact
    all.Range(ToFloat(value));
#pragma unroll 4
    for (std::uint32_t p = warp; p < parts; p += kPartWarps)
      all.Merge(part[p * columns]);
    __syncthreads();  // the last item's are read
    tallies[warp][lane] = all;
    __syncthreads();
    for (const auto& of_warp : tallies)
      all.Merge({of_warp[lane].sum, of_warp[lane].most, of_warp[lane].least});
    const bool is_exact = all.sum == all.sum && all.Spans(UnitSpan(addends));
    const int unit = PreroundedSum::Unit(all.Top(), addends);
    std::int64_t own = 0;
#pragma unroll 4
    for (std::uint32_t p = warp; p < parts && is_exact; p += kPartWarps)
      own += ToUnits(part[p * columns].sum, unit);
    units[warp][lane] = own;
    __syncthreads();
    if (warp != 0)
      continue;
    own = is_exact ? ToUnits(ToFloat(value), unit) : 0;
    for (const auto& of_warp : units)
      own += of_warp[lane];
    const T sum = is_exact ? FromUnits<T>(own, unit) : value;
    value = Corrected(!is_exact, sum, c, source, row, columns, state.order + split.first, split.count, addends);
    if (inside)
      row[c] = value;
  }
}

template <class T, class Index>
void AddWideRows(CudaRun& run, const T* source, const Index* index, Size count, T* out, Extent extent,
                 std::uint32_t* skipped, void* workspace) {
  const WideState state(workspace, count, extent);
  const Size rows = extent.rows, columns = extent.columns, blocks = (count + kBlock - 1) / kBlock;
  const cudaStream_t stream = run.stream();
  run.Zero(state.claimed, 32 + static_cast<std::size_t>(rows) * sizeof(std::uint32_t));  // and all before `start`
  if (count == 0)
    return;
  CountNames<<<run.Blocks(blocks), kBlock, 0, stream>>>(index, count, rows, skipped, state);
  MakeItems<<<run.Blocks(blocks), kBlock, 0, stream>>>(index, count, rows, state);
  PutInOrder<<<run.Blocks(blocks), kBlock, 0, stream>>>(index, count, rows, state);
  const bool are_fours = columns % 4 == 0 && IsAligned(source) && IsAligned(out);
  const auto add = are_fours ? AddItems<true, T> : AddItems<false, T>;
  const Size warps = (columns + 127) / 128;
  const unsigned threads = 32 * static_cast<unsigned>(warps < kBlock / 32 ? warps : kBlock / 32);
  add<<<run.Resident(count, 2048 / threads), threads, 0, stream>>>(source, out, columns, count + 1, state);
  if (count > kRowPart)
    AddParts<<<run.Resident(count / kRowPart * ((columns + 31) / 32), 8), dim3(32, kPartWarps), 0, stream>>>(
        source, out, columns, count + 1, state);
}

// ---- Narrow rows

template <class T, class Index>
struct NarrowSource {
  const T* source;
  const Index* index;
  Size elements;
  Extent extent;

  __device__ Size RowOf(Size i) const {
    if (extent.columns == 1)
      return i;
    return elements < Size{1} << 32 ? static_cast<std::uint32_t>(i) / static_cast<std::uint32_t>(extent.columns)
                                    : i / extent.columns;
  }
  // None: rows * columns.
  __device__ Size Place(Size i) const {
    if (i >= elements)
      return extent.rows * extent.columns;
    const Size row = RowOf(i), to = static_cast<Size>(index[row]);
    return to < extent.rows ? to * extent.columns + i - row * extent.columns : extent.rows * extent.columns;
  }
  __device__ void CountSkipped(Size i, Size place, std::uint32_t* skipped) const {
    if (place == extent.rows * extent.columns && skipped != nullptr && i < elements && i == RowOf(i) * extent.columns)
      AtomicAdd(skipped, 1);
  }
};

// visit(i, place, addend), kRounds of whose loads are on their way at a time; places beyond the last too.
constexpr unsigned kNarrowRounds = 4;

template <class T, class Index, class Visit>
__device__ void ForEachAddend(const NarrowSource<T, Index>& of, Visit visit) {
  const Size step = Size{gridDim.x} * kBlock * kNarrowRounds;
  for (Size first = Size{blockIdx.x} * kBlock * kNarrowRounds + threadIdx.x; first < of.elements; first += step) {
    Size place[kNarrowRounds];
    float x[kNarrowRounds];
#pragma unroll
    for (unsigned round = 0; round < kNarrowRounds; ++round) {
      const Size i = first + round * kBlock;
      place[round] = of.Place(i);
      x[round] = i < of.elements ? ToFloat(of.source[i]) : 0;
    }
    visit(first, place, x);
  }
}

// The two words of a sum that are known before units are added.
__device__ inline uint2 TopAndSpecial(const PreroundedSum* sum) {
  return *reinterpret_cast<const uint2*>(&sum->top);
}

template <class T, class Index>
__global__ void __launch_bounds__(kBlock)
    AnnounceEach(NarrowSource<T, Index> of, PreroundedSum* sums, std::uint32_t* skipped) {
  const Size places = of.extent.rows * of.extent.columns;
  ForEachAddend(of, [&](Size first, const Size(&place)[kNarrowRounds], const float (&x)[kNarrowRounds]) {
    uint2 seen[kNarrowRounds];
#pragma unroll
    for (unsigned round = 0; round < kNarrowRounds; ++round)
      seen[round] = place[round] < places ? TopAndSpecial(&sums[place[round]]) : uint2{~0U, ~0U};
#pragma unroll
    for (unsigned round = 0; round < kNarrowRounds; ++round) {
      const std::uint32_t top = PreroundedSum::TopOf(x[round]), flag = PreroundedSum::FlagOf(x[round]);
      if (top > seen[round].x)
        atomicMax(&sums[place[round]].top, top);
      if ((flag & ~seen[round].y) != 0)
        atomicOr(&sums[place[round]].special, flag);
      of.CountSkipped(first + round * kBlock, place[round], skipped);
    }
  });
}

__device__ inline bool AddsUp(uint2 sum, float x) {
  return (sum.y & (PreroundedSum::kNan | PreroundedSum::kInfinities)) == 0 && x != 0;
}

template <class T, class Index>
__global__ void __launch_bounds__(kBlock) AddEach(NarrowSource<T, Index> of, PreroundedSum* sums, Size addends) {
  const Size places = of.extent.rows * of.extent.columns;
  ForEachAddend(of, [&](Size, const Size(&place)[kNarrowRounds], const float (&x)[kNarrowRounds]) {
    uint2 sum[kNarrowRounds];
#pragma unroll
    for (unsigned round = 0; round < kNarrowRounds; ++round)
      sum[round] = place[round] < places ? TopAndSpecial(&sums[place[round]]) : uint2{0, ~0U};
#pragma unroll
    for (unsigned round = 0; round < kNarrowRounds; ++round)
      if (AddsUp(sum[round], x[round]))
        AtomicAdd(&sums[place[round]].units, ToUnits(x[round], PreroundedSum::Unit(sum[round].x, addends)));
  });
}

// Where there are few places, a block has them in shared memory, and each of its warps its own units.
constexpr unsigned kFewPlaces = 512, kWarps = kBlock / 32;

template <class T, class Index>
__global__ void __launch_bounds__(kBlock)
    AnnounceFew(NarrowSource<T, Index> of, PreroundedSum* sums, std::uint32_t* skipped) {
  __shared__ std::uint32_t tops[kFewPlaces], specials[kFewPlaces];
  const unsigned places = static_cast<unsigned>(of.extent.rows * of.extent.columns);
  for (unsigned place = threadIdx.x; place < places; place += kBlock)
    tops[place] = specials[place] = 0;
  __syncthreads();
  ForEachAddend(of, [&](Size first, const Size(&place)[kNarrowRounds], const float (&x)[kNarrowRounds]) {
#pragma unroll
    for (unsigned round = 0; round < kNarrowRounds; ++round) {
      of.CountSkipped(first + round * kBlock, place[round], skipped);
      if (place[round] >= places)
        continue;
      const std::uint32_t top = PreroundedSum::TopOf(x[round]), flag = PreroundedSum::FlagOf(x[round]);
      if (top > *const_cast<volatile std::uint32_t*>(&tops[place[round]]))
        atomicMax(&tops[place[round]], top);
      if ((flag & ~*const_cast<volatile std::uint32_t*>(&specials[place[round]])) != 0)
        atomicOr(&specials[place[round]], flag);
    }
  });
  __syncthreads();
  for (unsigned place = threadIdx.x; place < places; place += kBlock) {
    if (tops[place] != 0)
      atomicMax(&sums[place].top, tops[place]);
    if (specials[place] != 0)
      atomicOr(&sums[place].special, specials[place]);
  }
}

template <class T, class Index>
__global__ void __launch_bounds__(kBlock) AddFew(NarrowSource<T, Index> of, PreroundedSum* sums, Size addends) {
  // Shared memory adds 32 bits at a time: the carry out of the lower half goes to the upper one by hand.
  __shared__ std::uint32_t low[kWarps][kFewPlaces], high[kWarps][kFewPlaces];
  __shared__ uint2 settled[kFewPlaces];
  const unsigned places = static_cast<unsigned>(of.extent.rows * of.extent.columns), warp = threadIdx.x / 32;
  for (unsigned place = threadIdx.x; place < places; place += kBlock) {
    settled[place] = TopAndSpecial(&sums[place]);
    for (unsigned w = 0; w < kWarps; ++w)
      low[w][place] = high[w][place] = 0;
  }
  __syncthreads();
  ForEachAddend(of, [&](Size, const Size(&place)[kNarrowRounds], const float (&x)[kNarrowRounds]) {
#pragma unroll
    for (unsigned round = 0; round < kNarrowRounds; ++round) {
      const Size to = place[round];
      if (to >= places || !AddsUp(settled[to], x[round]))
        continue;
      const auto units = static_cast<std::uint64_t>(ToUnits(x[round], PreroundedSum::Unit(settled[to].x, addends)));
      const auto lower = static_cast<std::uint32_t>(units);
      const std::uint32_t carry = atomicAdd(&low[warp][to], lower) > ~lower ? 1 : 0;
      const std::uint32_t upper = static_cast<std::uint32_t>(units >> 32) + carry;
      if (upper != 0)
        atomicAdd(&high[warp][to], upper);
    }
  });
  __syncthreads();
  for (unsigned place = threadIdx.x; place < places; place += kBlock) {
    std::uint64_t units = 0;
    for (unsigned w = 0; w < kWarps; ++w)
      units += std::uint64_t{high[w][place]} << 32 | low[w][place];
    if (units != 0)
      AtomicAdd(&sums[place].units, static_cast<std::int64_t>(units));
  }
}

template <class T, class Index>
void AddNarrowRows(CudaRun& run, const T* source, const Index* index, Size count, T* out, Extent extent,
                   std::uint32_t* skipped, void* workspace) {
  const Size places = extent.rows * extent.columns, addends = count + 1;
  Workspace space(workspace);
  space.Take<Size>(4 * count + 16);
  space.Take<Size>(2 * extent.rows + 8);
  PreroundedSum* const sums = space.Take<PreroundedSum>(places);
  const NarrowSource<T, Index> of{source, index, count * extent.columns, extent};
  const unsigned blocks = run.Resident(of.elements / (kBlock * kNarrowRounds) + 1, 8);
  const bool are_few = places <= kFewPlaces;
  run.Zero(sums, static_cast<std::size_t>(places) * sizeof(PreroundedSum));
  const auto announce = are_few ? AnnounceFew<T, Index> : AnnounceEach<T, Index>;
  announce<<<blocks, kBlock, 0, run.stream()>>>(of, sums, skipped);
  run(places, [=] DETRAIN_HD(Size at) {
    if (sums[at].Announced())
      sums[at].AnnounceAlone(ToFloat(out[at]));
  });
  const auto add = are_few ? AddFew<T, Index> : AddEach<T, Index>;
  add<<<blocks, kBlock, 0, run.stream()>>>(of, sums, addends);
  run(places, [=] DETRAIN_HD(Size at) {
    if (!sums[at].Announced())
      return;
    sums[at].AddAlone(ToFloat(out[at]), addends);
    out[at] = sums[at].template Round<T>(addends);
  });
}

template <class T, class Index>
void IndexAdd(CudaRun& run, const T* source, const Index* index, Size count, T* out, Extent extent,
              std::uint32_t* skipped, void* workspace) {
  const auto add = IsWide(count, extent) ? AddWideRows<T, Index> : AddNarrowRows<T, Index>;
  add(run, source, index, count, out, extent, skipped, workspace);
}

// ---- Histogram

// Counts of the block, and behind them that of the keys outside.
template <bool kAligned, class Key>
__global__ void __launch_bounds__(kBlock)
    CountInBlock(const Key* key, Size count, std::uint32_t* bins, unsigned bin_count, std::uint32_t* skipped) {
  constexpr Size kRounds = 4;
  extern __shared__ std::uint32_t of_block[];
  for (unsigned bin = threadIdx.x; bin <= bin_count; bin += kBlock)
    of_block[bin] = 0;
  __syncthreads();
  const Size step = Size{gridDim.x} * kBlock * 4;
  for (Size i = 4 * (Size{blockIdx.x} * kBlock + threadIdx.x); i < count; i += kRounds * step) {
    Four<Key> four[kRounds];
#pragma unroll
    for (Size round = 0; round < kRounds; ++round)
      four[round] = LoadFour<kAligned>(key, i + round * step, count);
#pragma unroll
    for (Size round = 0; round < kRounds; ++round)
      for (Size k = 0; k < 4; ++k) {
        const Size bin = static_cast<Size>(four[round].at[k]);
        if (i + round * step + k < count)
          atomicAdd(&of_block[bin < bin_count ? bin : bin_count], 1);
      }
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bin_count; bin += kBlock)
    if (of_block[bin] != 0)
      atomicAdd(&bins[bin], of_block[bin]);
  if (threadIdx.x == 0 && skipped != nullptr && of_block[bin_count] != 0)
    atomicAdd(skipped, of_block[bin_count]);
}

template <class Key>
void Histogram(CudaRun& run, const Key* key, Size count, std::uint32_t* bins, Size bin_count, std::uint32_t* skipped) {
  const Size bytes = (bin_count + 1) * sizeof(std::uint32_t);
  if (bytes > 48 * 1024 || count < 4 * bin_count)
    return Histogram<CudaRun, Key>(run, key, count, bins, bin_count, skipped);
  const auto kernel = IsAligned(key) ? CountInBlock<true, Key> : CountInBlock<false, Key>;
  const Size most = count / (4 * bin_count + 4) + 1, wanted = count / (kBlock * 16) + 1;
  kernel<<<run.Resident(wanted < most ? wanted : most, 8), kBlock, static_cast<std::size_t>(bytes), run.stream()>>>(
      key, count, bins, static_cast<unsigned>(bin_count), skipped);
}

}  // namespace detrain::kernels
