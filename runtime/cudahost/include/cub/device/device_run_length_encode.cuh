// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::DeviceRunLengthEncode: runs of equal neighbours.
#pragma once

#include "cub/detrain_call.h"

namespace cub {

struct DeviceRunLengthEncode {
  template <class In, class Out, class Lengths, class Runs>
  static cudaError_t Encode(void* storage, std::size_t& bytes, In in, Out out, Lengths lengths, Runs runs,
                            long long count, cudaStream_t stream = nullptr) {
    return EachRun(storage, bytes, in, runs, count, stream, 1, [=](long long run, long long begin, long long length) {
      out[run] = in[begin];
      lengths[run] = static_cast<detrain_value<Lengths>>(length);
    });
  }
  // Of two elements or more.
  template <class In, class Offsets, class Lengths, class Runs>
  static cudaError_t NonTrivialRuns(void* storage, std::size_t& bytes, In in, Offsets offsets, Lengths lengths,
                                    Runs runs, long long count, cudaStream_t stream = nullptr) {
    return EachRun(storage, bytes, in, runs, count, stream, 2, [=](long long run, long long begin, long long length) {
      offsets[run] = static_cast<detrain_value<Offsets>>(begin);
      lengths[run] = static_cast<detrain_value<Lengths>>(length);
    });
  }

 private:
  template <class In, class Runs, class Write>
  static cudaError_t EachRun(void* storage, std::size_t& bytes, In in, Runs runs, long long count, cudaStream_t stream,
                             long long least, Write write) {
    return detrain_call(storage, bytes, stream, [=] {
      long long found = 0;
      for (long long begin = 0, end = 0; begin < count; begin = end) {
        while (end < count && in[end] == in[begin])
          ++end;
        if (end - begin >= least)
          write(found++, begin, end - begin);
      }
      *runs = static_cast<detrain_value<Runs>>(found);
    });
  }
};

}  // namespace cub
