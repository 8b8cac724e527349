// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <new>

#include "thrust/detail/pointers.h"

namespace thrust {

template <class T>
device_ptr<T> device_malloc(std::size_t count) {
  void* at = nullptr;
  if (cudaMalloc(&at, count * sizeof(T)) != cudaSuccess)
    throw std::bad_alloc();
  return device_ptr<T>(static_cast<T*>(at));
}
template <class T>
void device_free(device_ptr<T> at) {
  cudaFree(at.get());
}

}  // namespace thrust
