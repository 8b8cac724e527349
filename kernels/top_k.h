// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The k largest of each row, by radix selection on keys that no two elements share. Same result for any grid, block
// order and run, on every GPU and on the CPU.
#pragma once

#include "numbers.h"
#include "run.h"

namespace detrain::kernels {

// Greater key: earlier in the result. All NaNs are equal and above +infinity, -0 equals +0; then the lower index wins.
DETRAIN_HD inline std::uint64_t TopKey(float x, Size index) {
  std::uint32_t bits = x == 0 ? 0 : BitCast<std::uint32_t>(x);
  if ((bits & 0x7fffffff) > 0x7f800000)
    bits = 0xffffffff;
  else
    bits = (bits >> 31) != 0 ? ~bits : bits | 0x80000000;
  return static_cast<std::uint64_t>(bits) << 32 | static_cast<std::uint32_t>(~static_cast<std::uint32_t>(index));
}

// Of one row, while its k-th key is found from the top byte down.
struct TopSearch {
  std::uint64_t prefix;  // the bytes of the k-th key that are known
  std::uint32_t rank;    // how many keys with this prefix belong to the result
  std::uint32_t taken;
};

inline std::size_t TopKWorkspace(Size rows, Size k) {
  Workspace space(nullptr);
  space.Take<TopSearch>(rows);
  space.Take<std::uint32_t>(rows * 256);
  space.Take<std::uint64_t>(rows * k);
  return space.used();
}

// value[r][j], index[r][j]: the j-th largest element of row r and its place, j < k. x: rows * n. k from 1 to n; n below
// 2^32; else nothing is done and false is returned.
template <class Run>
bool TopK(Run& run, const float* x, Size rows, Size n, Size k, float* value, std::uint32_t* index, void* workspace) {
  if (k == 0 || k > n || n >= Size{1} << 32)
    return false;
  Workspace space(workspace);
  TopSearch* const search = space.Take<TopSearch>(rows);
  std::uint32_t* const counts = space.Take<std::uint32_t>(rows * 256);
  std::uint64_t* const chosen = space.Take<std::uint64_t>(rows * k);
  run(rows, [=] DETRAIN_HD(Size row) { search[row] = {0, static_cast<std::uint32_t>(k), 0}; });
  for (int shift = 56; shift >= 0; shift -= 8) {
    run.Zero(counts, static_cast<std::size_t>(rows * 256) * sizeof(std::uint32_t));
    run(rows * n, [=] DETRAIN_HD(Size item) {
      const std::uint64_t key = TopKey(x[item], item % n);
      const Size row = item / n;
      if (shift == 56 || (key ^ search[row].prefix) >> (shift + 8) == 0)
        AtomicAdd(&counts[row * 256 + (key >> shift & 255)], 1);
    });
    run(rows, [=] DETRAIN_HD(Size row) {
      TopSearch& s = search[row];
      std::uint64_t digit = 255;
      for (; counts[row * 256 + digit] < s.rank; --digit)
        s.rank -= counts[row * 256 + digit];
      s.prefix |= digit << shift;
    });
  }
  // Slots are given in any order; the place in the result is counted, not taken from the slot.
  run(rows * n, [=] DETRAIN_HD(Size item) {
    TopSearch& s = search[item / n];
    const std::uint64_t key = TopKey(x[item], item % n);
    if (key >= s.prefix)
      chosen[item / n * k + AtomicAdd(&s.taken, 1)] = key;
  });
  run(rows * k, [=] DETRAIN_HD(Size item) {
    const Size row = item / k;
    Size place = row * k;
    for (Size j = 0; j < k; ++j)
      place += chosen[row * k + j] > chosen[item] ? 1 : 0;
    index[place] = ~static_cast<std::uint32_t>(chosen[item]);
    value[place] = x[row * n + index[place]];
  });
  return true;
}

}  // namespace detrain::kernels
