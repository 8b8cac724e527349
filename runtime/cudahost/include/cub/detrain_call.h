// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What CUB's functions of the whole device share here: they ask for a byte of storage, and are done by one thread of a
// launch, in the order of the indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "cuda_runtime.h"

namespace cub {

// The operators of CUB before CUDA 13.
struct Sum {
  template <class T, class U>
  constexpr auto operator()(const T& a, const U& b) const {
    return a + b;
  }
};
struct Max {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return b > a ? b : a;
  }
};
struct Min {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

template <class Key, class Value>
struct KeyValuePair {
  Key key;
  Value value;
};

// Two buffers, of which the one that selector names holds the data.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector = 0;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

template <class Body>
inline cudaError_t detrain_call(void* storage, std::size_t& bytes, cudaStream_t stream, Body body) {
  if (storage == nullptr) {
    bytes = 1;
    return cudaSuccess;
  }
  detrain::cudahost::Launch(dim3(1), dim3(1), 0, stream, std::move(body));
  return cudaPeekAtLastError();
}

template <class Iterator>
using detrain_value = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<Iterator>())>>;

}  // namespace cub
