// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefix sums over a tile: thread r gets the values of threads 0 to r, combined in this order.
#pragma once

#include "cooperative_groups/reduce.h"

namespace cooperative_groups {

template <class T, unsigned Size, class Parent, class Operation>
inline T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, Operation operation,
                        DETRAIN_SITE_PARAMETERS) {
  for (unsigned by = 1; by < Size; by *= 2) {
    const T before = tile.shfl_up(value, by, file_, line_);
    value = tile.thread_rank() >= by ? operation(before, value) : value;
  }
  return value;
}
template <class T, unsigned Size, class Parent>
inline T inclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, DETRAIN_SITE_PARAMETERS) {
  return inclusive_scan(tile, value, plus<T>{}, file_, line_);
}

template <class T, unsigned Size, class Parent>
inline T exclusive_scan(const thread_block_tile<Size, Parent>& tile, T value, DETRAIN_SITE_PARAMETERS) {
  const T before = tile.shfl_up(inclusive_scan(tile, value, file_, line_), 1, file_, line_);
  return tile.thread_rank() == 0 ? T{} : before;
}

}  // namespace cooperative_groups
