// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::DeviceScan. In and out may be the same memory.
#pragma once

#include "cub/detrain_call.h"

namespace cub {

struct DeviceScan {
  template <class In, class Out, class Operation>
  static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Operation operation,
                                   long long count, cudaStream_t stream = nullptr) {
    return detrain_call(storage, bytes, stream, [=] {
      if (count == 0)
        return;
      auto all = detrain_value<In>(in[0]);
      out[0] = all;
      for (long long i = 1; i < count; ++i)
        out[i] = all = operation(all, in[i]);
    });
  }
  template <class In, class Out, class Operation, class T>
  static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out, Operation operation, T first,
                                   long long count, cudaStream_t stream = nullptr) {
    return detrain_call(storage, bytes, stream, [=] {
      T all = first;
      for (long long i = 0; i < count; ++i) {
        const detrain_value<In> value = in[i];
        out[i] = all;
        all = operation(all, value);
      }
    });
  }
  template <class In, class Out>
  static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, long long count,
                                  cudaStream_t stream = nullptr) {
    return InclusiveScan(storage, bytes, in, out, cub::Sum(), count, stream);
  }
  template <class In, class Out>
  static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, long long count,
                                  cudaStream_t stream = nullptr) {
    return ExclusiveScan(storage, bytes, in, out, cub::Sum(), detrain_value<In>(), count, stream);
  }
};

}  // namespace cub
