// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_memory.h"

#include "detrain/device.h"
#include "inside.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

const detrain_device* g_device = nullptr;

constexpr Allocator kAllocators[] = {Allocator::Device, Allocator::Managed, Allocator::Pinned};

}  // namespace

void SynchronizeDevice() {
  if (g_device != nullptr)
    g_device->synchronize();
}

void* AllocateOnDevice(Allocator allocator, std::size_t size) {
  const Inside inside;
  for (std::uint32_t kind = 0; kind < std::size(kAllocators); ++kind)
    if (kAllocators[kind] == allocator)
      return g_device == nullptr ? nullptr : g_device->allocate(kind, size);
  return nullptr;
}

}  // namespace detrain::runtime

using namespace detrain::runtime;

extern "C" {

void detrain_use_device(const struct detrain_device* device) {
  g_device = device;
}

void detrain_device_allocated(void* block, size_t size, uint32_t kind) {
  if (g_active && !Inside::IsAnywhere() && kind < std::size(kAllocators))
    AddBlock(block, size, 0, kAllocators[kind]);
}

void detrain_device_freed(void* block) {
  if (g_active)
    RemoveBlock(block, nullptr);
}

void detrain_library_enter(void) {
  Inside::Enter();
}

void detrain_library_leave(void) {
  Inside::Leave();
}

}  // extern "C"
