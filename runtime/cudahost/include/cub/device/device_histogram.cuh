// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::DeviceHistogram. Bin b holds what lies in [level b, level b + 1); what lies in none is not counted.
#pragma once

#include "cub/detrain_call.h"

namespace cub {

struct DeviceHistogram {
  template <class In, class Count, class Level>
  static cudaError_t HistogramEven(void* storage, std::size_t& bytes, In in, Count* out, int levels, Level lower,
                                   Level upper, long long count, cudaStream_t stream = nullptr) {
    return Fill(storage, bytes, in, out, levels, count, stream, [=](const Level& x) {
      if (!(x >= lower && x < upper))
        return -1LL;
      if constexpr (std::is_floating_point_v<Level>)
        return static_cast<long long>((x - lower) * (static_cast<Level>(levels - 1) / (upper - lower)));
      else
        return static_cast<long long>(x - lower) * (levels - 1) / static_cast<long long>(upper - lower);
    });
  }
  template <class In, class Count, class Level>
  static cudaError_t HistogramRange(void* storage, std::size_t& bytes, In in, Count* out, int levels,
                                    const Level* bounds, long long count, cudaStream_t stream = nullptr) {
    return Fill(storage, bytes, in, out, levels, count, stream, [=](const Level& x) {
      return static_cast<long long>(std::upper_bound(bounds, bounds + levels, x) - bounds) - 1;
    });
  }

 private:
  template <class In, class Count, class Bin>
  static cudaError_t Fill(void* storage, std::size_t& bytes, In in, Count* out, int levels, long long count,
                          cudaStream_t stream, Bin bin) {
    return detrain_call(storage, bytes, stream, [=] {
      for (int b = 0; b < levels - 1; ++b)
        out[b] = 0;
      for (long long i = 0; i < count; ++i)
        if (const long long b = bin(in[i]); b >= 0 && b < levels - 1)
          out[b] += 1;
    });
  }
};

}  // namespace cub
