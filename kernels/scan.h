// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefix sums by chunks of chunks. Same bits for any grid, block order and run, on every GPU and on the CPU. Floats are
// added in double along a shape that depends on n alone and rounded once per element; integers wrap around and are
// exact modulo 2^64.
#pragma once

#include <type_traits>

#include "kernels/numbers.h"
#include "kernels/run.h"

namespace detrain::kernels {

constexpr Size kChunk = 256;

enum class Scan { Inclusive, Exclusive };

// Sums of chunks, of chunks of chunks, ...: 8 bytes each.
inline std::size_t PrefixSumWorkspace(Size n) {
  std::size_t bytes = 0;
  for (Size chunks = (n + kChunk - 1) / kChunk; chunks > 1; chunks = (chunks + kChunk - 1) / kChunk)
    bytes += static_cast<std::size_t>(chunks) * 8;
  return bytes;
}

// sum[c] = what precedes chunk c, given in sum[c] the sum of chunk c.
template <class Run, class Acc>
void ScanSums(Run& run, Acc* sum, Size n) {
  const Size chunks = (n + kChunk - 1) / kChunk;
  Acc* const above = sum + n;
  if (chunks > 1) {
    run(chunks, [=] DETRAIN_HD(Size chunk) {
      Acc total = 0;
      for (Size i = chunk * kChunk; i < n && i < (chunk + 1) * kChunk; ++i)
        total += sum[i];
      above[chunk] = total;
    });
    ScanSums(run, above, chunks);
  }
  run(chunks, [=] DETRAIN_HD(Size chunk) {
    Acc before = chunks > 1 ? above[chunk] : 0;
    for (Size i = chunk * kChunk; i < n && i < (chunk + 1) * kChunk; ++i) {
      const Acc own = sum[i];
      sum[i] = before;
      before += own;
    }
  });
}

template <class T, class Acc>
DETRAIN_HD inline T Shown(Acc sum) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(sum);
  else
    return Finish<T>(sum);
}

// out[i] = x[0] + ... + x[i] (inclusive) or x[0] + ... + x[i-1] (exclusive). T: float, or an integer of at most 64
// bits. out may be x.
template <class Run, class T>
void PrefixSum(Run& run, Scan kind, const T* x, Size n, T* out, void* workspace) {
  using Acc = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;
  auto* const sum = static_cast<Acc*>(workspace);
  const Size chunks = (n + kChunk - 1) / kChunk;
  if (chunks > 1) {
    run(chunks, [=] DETRAIN_HD(Size chunk) {
      Acc total = 0;
      for (Size i = chunk * kChunk; i < n && i < (chunk + 1) * kChunk; ++i)
        total += static_cast<Acc>(x[i]);
      sum[chunk] = total;
    });
    ScanSums(run, sum, chunks);
  }
  run(chunks, [=] DETRAIN_HD(Size chunk) {
    Acc total = chunks > 1 ? sum[chunk] : 0;
    for (Size i = chunk * kChunk; i < n && i < (chunk + 1) * kChunk; ++i) {
      const Acc before = total;
      total += static_cast<Acc>(x[i]);
      const Acc shown = kind == Scan::Inclusive ? total : before;
      out[i] = Shown<T>(shown);
    }
  });
}

}  // namespace detrain::kernels
