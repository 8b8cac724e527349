// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The backend as the runtime of a rewritten program sees it: detrain/device.h. Without that runtime nothing happens.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory.h"

namespace detrain::cudahost {

// While one lives, what this thread allocates is the backend's, not the program's.
class Inside {
 public:
  Inside();
  ~Inside();
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

// Something of the backend's that lives as long as the process: none of the program's blocks, whoever asks first.
template <class T>
T* Forever() {
  const Inside inside;
  return new T;
}

// Memory at places that are the same in every process of the program, where its heap has such (detrain/device.h): the
// range for memory of the device, of no bytes where there is none; a block there, or null; and one that goes.
struct Range {
  std::uintptr_t begin = 0, end = 0;
};
Range PlacesForDevice();
void* TakePlace(std::size_t size, MemoryKind kind);
void GivePlace(void* block, std::size_t size);

// What the program is told of a time in milliseconds that was measured.
float Told(float milliseconds);

// Blocks that the program asked for and gave back.
void TellAllocated(void* block, std::size_t size, MemoryKind kind);
void TellFreed(void* block);

}  // namespace detrain::cudahost
