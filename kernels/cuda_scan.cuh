// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// scan.h on a GPU in one pass: blocks are taken in order, each waits for the sums of those before it in its group, of
// the groups before that and of what precedes the section (D. Merrill and M. Garland, "Single-pass parallel prefix scan
// with decoupled look-back", 2016, but each sum along the fixed tree, whoever comes first).
#pragma once

#include "cuda_block.cuh"
#include "cuda_pass.cuh"
#include "scan.h"

namespace detrain::kernels {

// A sum that others wait for, in halves that each say whether they are there: no order between stores matters.
struct Published {
  unsigned long long half[2];
};
constexpr unsigned long long kIsThere = 1ULL << 32;

template <class Acc>
__device__ void Publish(Published* at, Acc sum) {
  const auto bits = BitCast<std::uint64_t>(sum);
  auto* const half = reinterpret_cast<volatile unsigned long long*>(at->half);
  half[0] = kIsThere | (bits & 0xffffffff);
  half[1] = kIsThere | bits >> 32;
}
template <class Acc>
__device__ Acc Await(const Published* at) {
  const auto* const half = reinterpret_cast<const volatile unsigned long long*>(at->half);
  unsigned long long low = half[0], high = half[1];
  while ((low & high & kIsThere) == 0) {
    __nanosleep(40);
    low = half[0];
    high = half[1];
  }
  return BitCast<Acc>(static_cast<std::uint64_t>(high << 32 | (low & 0xffffffff)));
}

struct ScanState {
  Published *block, *group, *before_section;
  std::uint32_t* taken;
};

// What precedes a block, whose own sum is `own`. A warp calls it; the last block of a group publishes the group's sum.
template <class Acc>
__device__ Acc BeforeBlock(const ScanState& state, Size block, Acc own) {
  static_assert(kScanGroup == 32, "a thread looks at one member of a group");
  const Size group = block / 32, section = group / 32, lane = threadIdx.x;
  const Acc of_block = lane < block % 32 ? Await<Acc>(&state.block[group * 32 + lane]) : Acc{0};
  const Acc blocks = WarpSum(of_block), whole_group = WarpSum(lane == block % 32 ? own : of_block);
  const bool ends_group = block % 32 == 31, ends_section = ends_group && group % 32 == 31;
  if (ends_group && lane == 0)
    Publish(&state.group[group], whole_group);
  const Acc of_group = lane < group % 32 ? Await<Acc>(&state.group[section * 32 + lane]) : Acc{0};
  const Acc groups = WarpSum(of_group), whole_section = WarpSum(lane == group % 32 ? whole_group : of_group);
  const Acc sections = section == 0 ? Acc{0} : Await<Acc>(&state.before_section[section]);
  if (ends_section && lane == 0)
    Publish(&state.before_section[section + 1], static_cast<Acc>(sections + whole_section));
  return sections + groups + blocks;
}

// What precedes the thread's run in its block; *all: the sum of the block.
template <class Acc>
__device__ Acc BeforeRun(Acc sum, Acc* all, Acc* before_run) {
  __shared__ Acc warps[kScanWarps];
  const unsigned lane = threadIdx.x % 32;
  for (unsigned apart = 1; apart < 32; apart *= 2) {
    const Acc below = __shfl_up_sync(kWholeWarp, sum, apart);
    if (lane >= apart)
      sum = below + sum;
  }
  const Acc below = __shfl_up_sync(kWholeWarp, sum, 1);
  *before_run = lane == 0 ? 0 : below;
  if (lane == 31)
    warps[threadIdx.x / 32] = sum;
  __syncthreads();
  Acc before_warp = *all = 0;
  for (unsigned warp = 0; warp < kScanWarps; ++warp) {
    before_warp = warp == threadIdx.x / 32 ? *all : before_warp;
    *all += warps[warp];
  }
  return before_warp;
}

template <class T>
__global__ void __launch_bounds__(kScanBlock, 3) ScanBlocks(Scan kind, const T* x, Size n, T* out, ScanState state) {
  using Acc = ScanSum<T>;
  constexpr unsigned kRun = ScanSizes<T>::kRun, kThreads = kScanBlock;
  constexpr Size kElements = ScanSizes<T>::kElements;
  // Runs, a place apart so that threads do not meet in a bank; global memory is read and written in order.
  __shared__ T tile[kThreads * (kRun + 1)];
  __shared__ std::uint32_t taken;
  __shared__ Acc before_block;
  std::uint32_t next = threadIdx.x == 0 ? atomicAdd(state.taken, 1) : 0;
  for (;;) {
    if (threadIdx.x == 0)
      taken = next;
    __syncthreads();  // the last tile is stored as well
    const Size block = taken, first = block * kElements;
    if (first >= n)
      return;
    if (threadIdx.x == 0)
      next = atomicAdd(state.taken, 1);  // in time
#pragma unroll
    for (unsigned k = 0; k < kRun; ++k) {
      const unsigned at = k * kThreads + threadIdx.x;
      tile[at + at / kRun] = first + at < n ? x[first + at] : T{0};
    }
    __syncthreads();
    T* const own = tile + threadIdx.x * (kRun + 1);
    Acc sum = 0, all, before_run;
#pragma unroll
    for (unsigned k = 0; k < kRun; ++k)
      sum += static_cast<Acc>(own[k]);
    const Acc before_warp = BeforeRun(sum, &all, &before_run);
    if (threadIdx.x == 0)
      Publish(&state.block[block], all);
    if (threadIdx.x < 32) {
      const Acc before = BeforeBlock(state, block, all);
      if (threadIdx.x == 0)
        before_block = before;
    }
    __syncthreads();
    Acc total = before_block + before_warp + before_run;
#pragma unroll
    for (unsigned k = 0; k < kRun; ++k) {
      const Acc earlier = total;
      total += static_cast<Acc>(own[k]);
      own[k] = Shown<T>(kind == Scan::Inclusive ? total : earlier);
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < kRun; ++k) {
      const unsigned at = k * kThreads + threadIdx.x;
      if (first + at < n)
        out[first + at] = tile[at + at / kRun];
    }
  }
}

template <class T>
void PrefixSum(CudaRun& run, Scan kind, const T* x, Size n, T* out, void* workspace) {
  const Size blocks = ScanSizes<T>::Blocks(n), groups = ScanSizes<T>::Groups(n);
  if (n == 0)
    return;
  ScanState state{};
  state.block = static_cast<Published*>(workspace);
  state.group = state.block + blocks;
  state.before_section = state.group + groups;
  Published* const end = state.before_section + ScanSizes<T>::Sections(n) + 1;
  state.taken = reinterpret_cast<std::uint32_t*>(end);
  run.Zero(workspace, static_cast<std::size_t>(end + 1 - state.block) * sizeof(Published));
  ScanBlocks<<<run.Resident(blocks, 3), kScanBlock, 0, run.stream()>>>(kind, x, n, out, state);
}

}  // namespace detrain::kernels
