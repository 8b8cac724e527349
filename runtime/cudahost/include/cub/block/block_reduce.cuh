// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::BlockReduce: thread 0 has the result, the others what they brought. The storage may be used again behind a
// barrier.
#pragma once

#include "cub/detrain_call.h"

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
class BlockReduce {
 public:
  struct TempStorage {
    T values[X * Y * Z];
  };
  explicit BlockReduce(TempStorage& storage) : storage_(storage) {}

  template <class Operation>
  T Reduce(T value, Operation operation, int valid = X * Y * Z) {
    const unsigned thread = threadIdx.x + X * (threadIdx.y + Y * threadIdx.z);
    storage_.values[thread] = value;
    __syncthreads();
    if (thread != 0)
      return value;
    T all = storage_.values[0];
    for (int i = 1; i < valid; ++i)
      all = operation(all, storage_.values[i]);
    return all;
  }
  template <int Items, class Operation>
  T Reduce(T (&values)[Items], Operation operation) {
    T all = values[0];
    for (int i = 1; i < Items; ++i)
      all = operation(all, values[i]);
    return Reduce(all, operation);
  }
  T Sum(T value, int valid = X * Y * Z) { return Reduce(value, cub::Sum(), valid); }
  template <int Items>
  T Sum(T (&values)[Items]) {
    return Reduce(values, cub::Sum());
  }

 private:
  TempStorage& storage_;
};

}  // namespace cub
