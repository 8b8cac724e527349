// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::BlockScan. The storage may be used again behind a barrier.
#pragma once

#include "cub/detrain_call.h"

namespace cub {

template <class T, int X>
class BlockScan {
 public:
  struct TempStorage {
    T values[X];
  };
  explicit BlockScan(TempStorage& storage) : storage_(storage) {}

  void InclusiveSum(T value, T& out) {
    T all;
    InclusiveSum(value, out, all);
  }
  void InclusiveSum(T value, T& out, T& all) {
    ExclusiveSum(value, out, all);
    out = out + value;
  }
  void ExclusiveSum(T value, T& out) {
    T all;
    ExclusiveSum(value, out, all);
  }
  // all: the sum over the block, in every thread.
  void ExclusiveSum(T value, T& out, T& all) {
    storage_.values[threadIdx.x] = value;
    __syncthreads();
    T before = T();
    out = T();
    for (unsigned i = 0; i < X; ++i) {
      if (i == threadIdx.x)
        out = before;
      before = before + storage_.values[i];
    }
    all = before;
  }

 private:
  TempStorage& storage_;
};

}  // namespace cub
