// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a GPU, or of what stands in for one.
#ifndef DETRAIN_RUNTIME_SRC_DEVICE_MEMORY_H
#define DETRAIN_RUNTIME_SRC_DEVICE_MEMORY_H

#include <cstddef>

#include "heap.h"

namespace detrain::runtime {

// The state at a boundary is the effect of all work that was issued before it.
void SynchronizeDevice();

// For Device, Managed and Pinned; not registered. Null: there is no device, or it has no room.
void* AllocateOnDevice(Allocator allocator, std::size_t size);

}  // namespace detrain::runtime

#endif
