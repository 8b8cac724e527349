// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cub::DeviceRadixSort: by the bits of the keys from first_bit up to last_bit; equal ones stay in their order. Of
// floating point, -0 and +0 are equal, and NaN lies where its bits put it.
#pragma once

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "cub/detrain_call.h"

namespace cub {

struct DeviceRadixSort {
  template <class Key, class Value>
  static cudaError_t SortPairs(void* storage, std::size_t& bytes, const Key* in, Key* out, const Value* values,
                               Value* values_out, long long count, int first_bit = 0, int last_bit = sizeof(Key) * 8,
                               cudaStream_t stream = nullptr) {
    return Sort<false>(storage, bytes, in, out, values, values_out, count, first_bit, last_bit, stream);
  }
  template <class Key, class Value>
  static cudaError_t SortPairsDescending(void* storage, std::size_t& bytes, const Key* in, Key* out,
                                         const Value* values, Value* values_out, long long count, int first_bit = 0,
                                         int last_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {
    return Sort<true>(storage, bytes, in, out, values, values_out, count, first_bit, last_bit, stream);
  }
  template <class Key>
  static cudaError_t SortKeys(void* storage, std::size_t& bytes, const Key* in, Key* out, long long count,
                              int first_bit = 0, int last_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {
    return Sort<false, Key, char>(storage, bytes, in, out, nullptr, nullptr, count, first_bit, last_bit, stream);
  }
  template <class Key>
  static cudaError_t SortKeysDescending(void* storage, std::size_t& bytes, const Key* in, Key* out, long long count,
                                        int first_bit = 0, int last_bit = sizeof(Key) * 8,
                                        cudaStream_t stream = nullptr) {
    return Sort<true, Key, char>(storage, bytes, in, out, nullptr, nullptr, count, first_bit, last_bit, stream);
  }
  // The sorted data are in the other buffer then.
  template <class Key, class Value>
  static cudaError_t SortPairs(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,
                               long long count, int first_bit = 0, int last_bit = sizeof(Key) * 8,
                               cudaStream_t stream = nullptr) {
    const cudaError_t error = SortPairs(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                                        values.Alternate(), count, first_bit, last_bit, stream);
    keys.selector ^= storage == nullptr ? 0 : 1;
    values.selector ^= storage == nullptr ? 0 : 1;
    return error;
  }
  template <class Key>
  static cudaError_t SortKeys(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys, long long count,
                              int first_bit = 0, int last_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {
    const cudaError_t error =
        SortKeys(storage, bytes, keys.Current(), keys.Alternate(), count, first_bit, last_bit, stream);
    keys.selector ^= storage == nullptr ? 0 : 1;
    return error;
  }

 private:
  // A number whose order is that of the keys.
  template <class Key>
  static std::uint64_t Order(Key key) {
    constexpr int width = sizeof(Key) * 8;
    constexpr std::uint64_t sign = std::uint64_t{1} << (width - 1);
    std::uint64_t bits = 0;
    if constexpr (std::is_floating_point_v<Key>)
      key = key == Key(0) ? Key(0) : key;
    std::memcpy(&bits, &key, sizeof key);
    if constexpr (std::is_floating_point_v<Key>)
      return (bits & sign) != 0 ? ~bits & (sign | (sign - 1)) : bits | sign;
    return std::is_signed_v<Key> ? bits ^ sign : bits;
  }

  template <bool is_descending, class Key, class Value>
  static cudaError_t Sort(void* storage, std::size_t& bytes, const Key* in, Key* out, const Value* values,
                          Value* values_out, long long count, int first_bit, int last_bit, cudaStream_t stream) {
    return detrain_call(storage, bytes, stream, [=] {
      const int width = last_bit - first_bit;
      const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
      const auto part = [=](long long i) { return (Order(in[i]) >> first_bit) & mask; };
      std::vector<long long> order(static_cast<std::size_t>(count));
      std::iota(order.begin(), order.end(), 0LL);
      std::stable_sort(order.begin(), order.end(),
                       [&](long long a, long long b) { return is_descending ? part(b) < part(a) : part(a) < part(b); });
      for (std::size_t i = 0; i < order.size(); ++i) {
        out[i] = in[order[i]];
        if (values != nullptr)
          values_out[i] = values[order[i]];
      }
    });
  }
};

}  // namespace cub
