// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library.h"

#include "detrain/device.h"
#include "report.h"
#include "stream.h"

#pragma weak detrain_use_device
#pragma weak detrain_device_allocated
#pragma weak detrain_device_freed
#pragma weak detrain_device_range
#pragma weak detrain_device_take
#pragma weak detrain_device_give
#pragma weak detrain_device_elapsed
#pragma weak detrain_library_enter
#pragma weak detrain_library_leave

namespace detrain::cudahost {
namespace {

void* Allocate(std::uint32_t kind, std::size_t size) {
  if (kind == DETRAIN_MEMORY_PINNED)
    return AllocatePinned(size);
  return AllocateDevice(size, kind == DETRAIN_MEMORY_DEVICE ? MemoryKind::Device : MemoryKind::Managed);
}

std::uint32_t Number(MemoryKind kind) {
  return kind == MemoryKind::Device    ? DETRAIN_MEMORY_DEVICE
         : kind == MemoryKind::Managed ? DETRAIN_MEMORY_MANAGED
                                       : DETRAIN_MEMORY_PINNED;
}

MemoryKind KindOfNumber(std::uint32_t number) {
  return number == DETRAIN_MEMORY_DEVICE    ? MemoryKind::Device
         : number == DETRAIN_MEMORY_MANAGED ? MemoryKind::Managed
                                            : MemoryKind::Pinned;
}

void Appeared(std::uint32_t kind, void* block, std::size_t size) {
  NoteAllocation(block, size, KindOfNumber(kind));
}

void Vanished(std::uint32_t kind, void* block) {
  ForgetAllocation(block, KindOfNumber(kind));
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
  static constexpr detrain_device device = {Allocate, Synchronize, nullptr, nullptr, Appeared, Vanished};
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

Range PlacesForDevice() {
  std::size_t size = 0;
  void* const begin = detrain_device_range == nullptr ? nullptr : detrain_device_range(&size);
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  return begin == nullptr ? Range{} : Range{at, at + size};
}

void* TakePlace(std::size_t size, MemoryKind kind) {
  return detrain_device_take == nullptr ? nullptr : detrain_device_take(Number(kind), size);
}

void GivePlace(void* block, std::size_t size) {
  detrain_device_give(block, size);
}

float Told(float milliseconds) {
  return detrain_device_elapsed == nullptr ? milliseconds : detrain_device_elapsed(milliseconds);
}

void TellAllocated(void* block, std::size_t size, MemoryKind kind) {
  if (detrain_device_allocated == nullptr)
    return;
  detrain_device_allocated(block, size, Number(kind));
}

void TellFreed(void* block) {
  if (detrain_device_freed != nullptr)
    detrain_device_freed(block);
}

}  // namespace detrain::cudahost
