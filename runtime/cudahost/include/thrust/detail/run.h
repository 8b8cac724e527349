// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How Thrust's functions run on the CPU: launches of the host backend, whose end is waited for. The analysis of a
// program reads the same headers with another text in place of this one (analyzer/load/data/thrust.run.inc).
#pragma once

#include <cstddef>

#include "cuda_runtime.h"

namespace thrust::detail {

// body(i) for each i below `count`, each by a thread of its own.
template <class Body>
void run_each(cudaStream_t stream, std::ptrdiff_t count, Body body) {
  if (count <= 0)
    return;
  constexpr unsigned kThreads = 256;
  const auto blocks = static_cast<unsigned>((count + kThreads - 1) / kThreads);
  ::detrain::cudahost::Launch(dim3(blocks), dim3(kThreads), 0, stream, [=] {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * kThreads + threadIdx.x;
    if (i < count)
      body(i);
  });
  cudaStreamSynchronize(stream);
}

// body() by one thread: what has an order has that of the indices.
template <class Body>
void run_once(cudaStream_t stream, Body body) {
  ::detrain::cudahost::Launch(dim3(1), dim3(1), 0, stream, [=] { body(); });
  cudaStreamSynchronize(stream);
}

// CUDA promises no order of the additions by which an element came about; this backend has one.
template <class T>
void any_order(T*) {}

// What the analysis is told: of a run of equal elements this is the first one; elements are in their order.
template <class T>
const T& first_of_equals(const T& element) {
  return element;
}
template <class T>
const T& in_order(const T& element) {
  return element;
}

// An element of device memory, from the host or from a thread of the device.
template <class T>
T get_element(const T* at) {
  if (::detrain::cudahost::InThread())
    return *at;
  T value;
  cudaMemcpy(&value, at, sizeof(T), cudaMemcpyDeviceToHost);
  return value;
}
template <class T>
void set_element(T* at, const T& value) {
  if (::detrain::cudahost::InThread())
    *at = value;
  else
    cudaMemcpy(at, &value, sizeof(T), cudaMemcpyHostToDevice);
}

}  // namespace thrust::detail
