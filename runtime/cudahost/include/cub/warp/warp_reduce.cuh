// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::WarpReduce: lane 0 of each group of Lanes threads has the result.
#pragma once

#include "cub/detrain_call.h"

namespace cub {

template <class T, int Lanes = 32>
class WarpReduce {
 public:
  struct TempStorage {};
  explicit WarpReduce(TempStorage&) {}

  template <class Operation>
  T Reduce(T value, Operation operation) {
    for (int by = Lanes / 2; by > 0; by /= 2)
      value = operation(value, __shfl_down_sync(0xffffffffU, value, static_cast<unsigned>(by), Lanes));
    return value;
  }
  T Sum(T value) { return Reduce(value, cub::Sum()); }
};

}  // namespace cub
