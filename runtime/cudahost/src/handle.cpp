// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "handle.h"

#include "detrain/device.h"

#pragma weak detrain_device_take
#pragma weak detrain_device_give
#pragma weak detrain_device_is_taken
#pragma weak detrain_device_allocated
#pragma weak detrain_device_freed

namespace detrain::cudahost {
namespace {

struct Block {
  HandleKind kind;
  std::uint32_t state;
};

}  // namespace

void* MakeHandle(HandleKind kind, std::uint32_t state) {
  void* const at = detrain_device_take == nullptr ? nullptr : detrain_device_take(DETRAIN_MEMORY_HANDLE, sizeof(Block));
  if (at == nullptr)
    return nullptr;
  if (detrain_device_allocated(at, sizeof(Block), DETRAIN_MEMORY_HANDLE) == 0) {
    detrain_device_give(at, sizeof(Block));
    return nullptr;
  }
  *static_cast<Block*>(at) = {kind, state};
  return at;
}

void DropHandle(void* handle, HandleKind kind) {
  if (!IsHandle(handle, kind))
    return;
  *static_cast<Block*>(handle) = {HandleKind::None, 0};
  detrain_device_freed(handle);
  detrain_device_give(handle, sizeof(Block));
}

bool IsHandle(const void* handle, HandleKind kind) {
  const bool is_taken = detrain_device_is_taken != nullptr && detrain_device_is_taken(handle) != 0;
  return is_taken && static_cast<const Block*>(handle)->kind == kind;
}

std::uint32_t& StateOf(void* handle) {
  return static_cast<Block*>(handle)->state;
}

}  // namespace detrain::cudahost
