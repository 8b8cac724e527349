// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions over a tile, as a butterfly: every thread gets the same result for an operation that commutes.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a > b ? a : b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return a < b ? a : b; }
};
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

template <class T, unsigned Size, class Parent, class Operation>
inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation, DETRAIN_SITE_PARAMETERS) {
  for (unsigned by = Size / 2; by > 0; by /= 2)
    value = operation(value, tile.shfl_xor(value, by, file_, line_));
  return value;
}

}  // namespace cooperative_groups
