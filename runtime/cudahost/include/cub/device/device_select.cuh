// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::DeviceSelect: what is chosen keeps its order; `chosen` becomes how many there are. Without an output the chosen
// elements go to the front of the input.
#pragma once

#include "cub/detrain_call.h"

namespace cub {

struct DeviceSelect {
  template <class In, class Flags, class Out, class Chosen>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Chosen chosen,
                             long long count, cudaStream_t stream = nullptr) {
    return Choose(storage, bytes, in, out, chosen, count, stream, [=](long long i) { return bool(flags[i]); });
  }
  template <class In, class Flags, class Chosen>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Chosen chosen, long long count,
                             cudaStream_t stream = nullptr) {
    return Flagged(storage, bytes, in, flags, in, chosen, count, stream);
  }
  template <class In, class Out, class Chosen, class Test>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Chosen chosen, long long count, Test test,
                        cudaStream_t stream = nullptr) {
    return Choose(storage, bytes, in, out, chosen, count, stream, [=](long long i) { return bool(test(in[i])); });
  }
  template <class In, class Chosen, class Test>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Chosen chosen, long long count, Test test,
                        cudaStream_t stream = nullptr) {
    return If(storage, bytes, in, in, chosen, count, test, stream);
  }
  // Of equal neighbours the first one.
  template <class In, class Out, class Chosen>
  static cudaError_t Unique(void* storage, std::size_t& bytes, In in, Out out, Chosen chosen, long long count,
                            cudaStream_t stream = nullptr) {
    return Choose(storage, bytes, in, out, chosen, count, stream,
                  [=](long long i) { return i == 0 || !(in[i] == in[i - 1]); });
  }

 private:
  template <class In, class Out, class Chosen, class Test>
  static cudaError_t Choose(void* storage, std::size_t& bytes, In in, Out out, Chosen chosen, long long count,
                            cudaStream_t stream, Test test) {
    return detrain_call(storage, bytes, stream, [=] {
      long long kept = 0;
      for (long long i = 0; i < count; ++i)
        if (test(i))
          out[kept++] = in[i];
      *chosen = static_cast<detrain_value<Chosen>>(kept);
    });
  }
};

}  // namespace cub
