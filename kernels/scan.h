// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefix sums along a fixed tree. Same bits for any grid, block order and run, on every GPU and on the CPU. Floats are
// added in double along a tree that depends on n alone and rounded once per element; integers wrap around and are exact
// modulo 2^64. For CudaRun see cuda_scan.cuh, which reads x once.
#pragma once

#include <type_traits>

#include "numbers.h"
#include "run.h"

namespace detrain::kernels {

// The levels, as a GPU has them: a thread adds up a run of elements, one after the other; a warp scans 32 runs, by
// adding to each the one before it, then what is two before it, and so on; a block adds its warps, one after the other.
// 32 blocks are a group and 32 groups a section: what precedes a block in its group and a group in its section is added
// in pairs (reduce.h), as if what follows were zero; sections are added one after the other.
constexpr Size kScanWarps = 16, kScanBlock = 32 * kScanWarps, kScanGroup = 32;

enum class Scan { Inclusive, Exclusive };

template <class T>
using ScanSum = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;

template <class T>
struct ScanSizes {
  static constexpr Size kRun = sizeof(T) > 4 ? 8 : 16, kElements = kScanBlock * kRun;

  static Size Blocks(Size n) { return (n + kElements - 1) / kElements; }
  static Size Groups(Size n) { return (Blocks(n) + kScanGroup - 1) / kScanGroup; }
  static Size Sections(Size n) { return (Groups(n) + kScanGroup - 1) / kScanGroup; }
};

template <class T>
std::size_t PrefixSumWorkspace(Size n) {
  using Sizes = ScanSizes<T>;
  Workspace space(nullptr);
  space.Take<ScanSum<T>>(2 * (Sizes::Blocks(n) + Sizes::Groups(n) + Sizes::Sections(n) + 4));  // less on a CPU
  return space.used();
}

// Of one block: what precedes each run in its warp, and the sums of the warps before its own; then that of the block.
template <class Acc>
struct BlockScan {
  Acc before_run[kScanBlock];
  Acc before_warp[kScanWarps];
  Acc all;
};

// Adds up what run(r), the sum of run r, gives.
template <class Acc, class RunSum>
BlockScan<Acc> ScanBlock(RunSum run) {
  BlockScan<Acc> scan;
  scan.all = 0;
  for (Size warp = 0; warp < kScanWarps; ++warp) {
    Acc sums[32];
    for (Size lane = 0; lane < 32; ++lane)
      sums[lane] = run(warp * 32 + lane);
    for (Size apart = 1; apart < 32; apart *= 2)
      for (Size lane = 31; lane >= apart; --lane)
        sums[lane] = sums[lane - apart] + sums[lane];
    for (Size lane = 0; lane < 32; ++lane)
      scan.before_run[warp * 32 + lane] = lane == 0 ? 0 : sums[lane - 1];
    scan.before_warp[warp] = scan.all;
    scan.all += sums[31];
  }
  return scan;
}

// The sum of the members `from` .. to - 1 of a group, in pairs as if the others were zero.
template <class Acc>
Acc SumOfGroup(const Acc* member, Size from, Size to) {
  Acc level[kScanGroup];
  for (Size i = 0; i < kScanGroup; ++i)
    level[i] = from + i < to ? member[from + i] : 0;
  for (Size left = kScanGroup / 2; left != 0; left /= 2)
    for (Size i = 0; i < left; ++i)
      level[i] = level[2 * i] + level[2 * i + 1];
  return level[0];
}

// before[b]: what precedes block b, given the sums of blocks. group, section: room for those.
template <class Acc>
void ScanSums(const Acc* block, Size blocks, Acc* group, Acc* section, Acc* before) {
  for (Size b = 0; b < blocks; ++b) {
    const Size g = b / kScanGroup, s = g / kScanGroup;
    if (b == 0)
      section[0] = 0;
    else if (b % kScanGroup == 0)
      group[g - 1] = SumOfGroup(block, b - kScanGroup, b);
    if (b != 0 && b % (kScanGroup * kScanGroup) == 0)
      section[s] = section[s - 1] + SumOfGroup(group, g - kScanGroup, g);
    before[b] = section[s] + SumOfGroup(group, s * kScanGroup, g) + SumOfGroup(block, g * kScanGroup, b);
  }
}

template <class T, class Acc>
DETRAIN_HD inline T Shown(Acc sum) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(sum);
  else
    return Finish<T>(sum);
}

// Elements of run r of a block, from..to.
template <class T>
struct RunOf {
  Size from, to;

  DETRAIN_HD RunOf(Size block, Size r, Size n) : from(block * ScanSizes<T>::kElements + r * ScanSizes<T>::kRun) {
    from = from < n ? from : n;
    to = from + ScanSizes<T>::kRun < n ? from + ScanSizes<T>::kRun : n;
  }
  DETRAIN_HD ScanSum<T> Sum(const T* x) const {
    ScanSum<T> sum = 0;
    for (Size i = from; i < to; ++i)
      sum += static_cast<ScanSum<T>>(x[i]);
    return sum;
  }
};

// out[i] = x[0] + ... + x[i] (inclusive) or x[0] + ... + x[i-1] (exclusive). T: float, or an integer of at most 64
// bits. out may be x.
template <class T>
void PrefixSum(HostRun& run, Scan kind, const T* x, Size n, T* out, void* workspace) {
  using Acc = ScanSum<T>;
  const Size blocks = ScanSizes<T>::Blocks(n);
  Workspace space(workspace);
  Acc* const sum = space.Take<Acc>(blocks);
  Acc* const before = space.Take<Acc>(blocks);
  Acc* const group = space.Take<Acc>(ScanSizes<T>::Groups(n));
  Acc* const section = space.Take<Acc>(ScanSizes<T>::Sections(n) + 1);
  const auto scan_block = [=](Size block) {
    return ScanBlock<Acc>([=](Size r) { return RunOf<T>(block, r, n).Sum(x); });
  };
  run(blocks, [=](Size block) { sum[block] = scan_block(block).all; });
  ScanSums(sum, blocks, group, section, before);
  run(blocks, [=](Size block) {
    const BlockScan<Acc> scan = scan_block(block);
    for (Size r = 0; r < kScanBlock; ++r) {
      Acc total = before[block] + scan.before_warp[r / 32] + scan.before_run[r];
      const RunOf<T> own(block, r, n);
      for (Size i = own.from; i < own.to; ++i) {
        const Acc earlier = total;
        total += static_cast<Acc>(x[i]);
        out[i] = Shown<T>(kind == Scan::Inclusive ? total : earlier);
      }
    }
  });
}

}  // namespace detrain::kernels
