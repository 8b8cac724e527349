// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::DeviceReduce and cub::DeviceSegmentedReduce.
#pragma once

#include <limits>

#include "cub/detrain_call.h"

namespace cub {

struct DeviceReduce {
  template <class In, class Out, class Operation, class Transform, class T>
  static cudaError_t TransformReduce(void* storage, std::size_t& bytes, In in, Out out, long long count,
                                     Operation operation, Transform transform, T first, cudaStream_t stream = nullptr) {
    return detrain_call(storage, bytes, stream, [=] {
      T all = first;
      for (long long i = 0; i < count; ++i)
        all = operation(all, transform(in[i]));
      *out = all;
    });
  }
  template <class In, class Out, class Operation, class T>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, long long count, Operation operation,
                            T first, cudaStream_t stream = nullptr) {
    const auto same = [](const detrain_value<In>& value) { return value; };
    return TransformReduce(storage, bytes, in, out, count, operation, same, first, stream);
  }
  template <class In, class Out>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, long long count,
                         cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, count, cub::Sum(), detrain_value<In>(), stream);
  }
  template <class In, class Out>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, long long count,
                         cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, count, cub::Max(), std::numeric_limits<detrain_value<In>>::lowest(), stream);
  }
  template <class In, class Out>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, long long count,
                         cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, count, cub::Min(), std::numeric_limits<detrain_value<In>>::max(), stream);
  }
  // Of neighbours with equal keys.
  template <class Keys, class KeysOut, class In, class Out, class Runs, class Operation>
  static cudaError_t ReduceByKey(void* storage, std::size_t& bytes, Keys keys, KeysOut keys_out, In in, Out out,
                                 Runs runs, Operation operation, long long count, cudaStream_t stream = nullptr) {
    return detrain_call(storage, bytes, stream, [=] {
      long long found = 0;
      for (long long i = 0; i < count;) {
        const detrain_value<Keys> key = keys[i];
        detrain_value<In> all = in[i];
        for (++i; i < count && keys[i] == key; ++i)
          all = operation(all, in[i]);
        keys_out[found] = key;
        out[found++] = all;
      }
      *runs = static_cast<detrain_value<Runs>>(found);
    });
  }
  // Of equal elements the first one.
  template <class In, class Out, class Index>
  static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Out out, Index index, long long count,
                            cudaStream_t stream = nullptr) {
    return Best(storage, bytes, in, out, index, count, stream, [](const auto& a, const auto& b) { return a > b; });
  }
  template <class In, class Out, class Index>
  static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Out out, Index index, long long count,
                            cudaStream_t stream = nullptr) {
    return Best(storage, bytes, in, out, index, count, stream, [](const auto& a, const auto& b) { return a < b; });
  }

 private:
  template <class In, class Out, class Index, class IsBetter>
  static cudaError_t Best(void* storage, std::size_t& bytes, In in, Out out, Index index, long long count,
                          cudaStream_t stream, IsBetter is_better) {
    return detrain_call(storage, bytes, stream, [=] {
      long long best = 0;
      for (long long i = 1; i < count; ++i)
        best = is_better(in[i], in[best]) ? i : best;
      *out = in[best];
      *index = static_cast<detrain_value<Index>>(best);
    });
  }
};

// Segment i is the range from begins[i] to ends[i].
struct DeviceSegmentedReduce {
  template <class In, class Out, class Begins, class Ends, class Operation, class T>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, long long segments, Begins begins,
                            Ends ends, Operation operation, T first, cudaStream_t stream = nullptr) {
    return detrain_call(storage, bytes, stream, [=] {
      for (long long s = 0; s < segments; ++s) {
        T all = first;
        for (long long i = begins[s]; i < ends[s]; ++i)
          all = operation(all, in[i]);
        out[s] = all;
      }
    });
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, long long segments, Begins begins,
                         Ends ends, cudaStream_t stream = nullptr) {
    return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(), detrain_value<In>(), stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, long long segments, Begins begins,
                         Ends ends, cudaStream_t stream = nullptr) {
    const auto least = std::numeric_limits<detrain_value<In>>::lowest();
    return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(), least, stream);
  }
  template <class In, class Out, class Begins, class Ends>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, long long segments, Begins begins,
                         Ends ends, cudaStream_t stream = nullptr) {
    const auto most = std::numeric_limits<detrain_value<In>>::max();
    return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(), most, stream);
  }
};

}  // namespace cub
