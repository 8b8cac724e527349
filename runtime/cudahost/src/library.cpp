// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library.h"

#include "detrain/device.h"
#include "report.h"
#include "stream.h"

#pragma weak detrain_use_device
#pragma weak detrain_device_allocated
#pragma weak detrain_device_freed
#pragma weak detrain_library_enter
#pragma weak detrain_library_leave

namespace detrain::cudahost {
namespace {

void* Allocate(std::uint32_t kind, std::size_t size) {
  if (kind == DETRAIN_MEMORY_PINNED)
    return AllocatePinned(size);
  return AllocateDevice(size, kind == DETRAIN_MEMORY_DEVICE ? MemoryKind::Device : MemoryKind::Managed);
}

// A step ends. What is captured has not been done: there is no state to save.
void Synchronize() {
  constexpr int kNotCovered = 4;
  Site capture{"", 0};
  if (SpoilCapture(&capture))
    ReportFatal("capture", capture,
                "the step boundary lies inside this capture of a CUDA graph, where no work has been done yet",
                kNotCovered);
  FinishAll();
}

__attribute__((constructor)) void Introduce() {
  static constexpr detrain_device device = {Allocate, Synchronize, nullptr, nullptr};
  if (detrain_use_device != nullptr)
    detrain_use_device(&device);
}

}  // namespace

Inside::Inside() {
  if (detrain_library_enter != nullptr)
    detrain_library_enter();
}

Inside::~Inside() {
  if (detrain_library_leave != nullptr)
    detrain_library_leave();
}

void TellAllocated(void* block, std::size_t size, MemoryKind kind) {
  if (detrain_device_allocated == nullptr)
    return;
  const std::uint32_t memory = kind == MemoryKind::Device    ? DETRAIN_MEMORY_DEVICE
                               : kind == MemoryKind::Managed ? DETRAIN_MEMORY_MANAGED
                                                             : DETRAIN_MEMORY_PINNED;
  detrain_device_allocated(block, size, memory);
}

void TellFreed(void* block) {
  if (detrain_device_freed != nullptr)
    detrain_device_freed(block);
}

}  // namespace detrain::cudahost
