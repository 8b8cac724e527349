// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_memory.h"

#include <cstring>

#include "fixed_heap.h"
#include "free_space.h"
#include "inside.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

const detrain_device* g_device = nullptr;

// By detrain_memory_kind.
constexpr Allocator kAllocators[] = {Allocator::Device, Allocator::Managed, Allocator::Pinned, Allocator::New};

std::uint32_t KindOf(Allocator allocator) {
  std::uint32_t kind = 0;
  while (kAllocators[kind] != allocator)
    ++kind;
  return kind;
}

bool IsDevices(Allocator allocator) {
  return allocator >= Allocator::Device;
}

}  // namespace

bool HasPlaces() {
  return g_device != nullptr && g_device->appeared != nullptr;
}

void AppearOnDevice(const Block& block) {
  const Inside inside;
  if (IsDevices(block.allocator) && HasPlaces())
    g_device->appeared(KindOf(block.allocator), reinterpret_cast<void*>(block.address), block.size);
}

void VanishFromDevice(const Block& block) {
  const Inside inside;
  if (IsDevices(block.allocator) && HasPlaces())
    g_device->vanished(KindOf(block.allocator), reinterpret_cast<void*>(block.address));
}

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

char* FindOnDevice(const void* symbol) {
  const Inside inside;
  const bool has_variables = g_device != nullptr && g_device->find != nullptr;
  return has_variables ? static_cast<char*>(g_device->find(symbol)) : nullptr;
}

namespace {

const detrain_apart& Apart() {
  return *g_device->apart;
}

}  // namespace

bool IsApart(Allocator allocator) {
  return allocator == Allocator::Device && g_device != nullptr && g_device->apart != nullptr;
}

void ReadDevice(char* host, const char* block, std::size_t size) {
  const Inside inside;
  Apart().read(host, block, size);
}

bool HashOnDevice(std::vector<detrain_piece>& pieces) {
  const Inside inside;
  return Apart().hash(pieces.data(), pieces.size()) != 0;
}

void PinForDevice(void* memory, std::size_t size) {
  if (IsApart(Allocator::Device))
    Apart().pin(memory, size);
}

void UnpinForDevice(void* memory) {
  if (IsApart(Allocator::Device))
    Apart().unpin(memory);
}

HostBytes::HostBytes(char* address, std::size_t size, bool is_apart) : address_(address), is_apart_(is_apart) {
  if (!is_apart)
    return;
  copy_.resize(size);
  ReadDevice(copy_.data(), address, size);
}

HostBytes::~HostBytes() {
  const Inside inside;
  if (is_apart_)
    Apart().write(address_, copy_.data(), copy_.size());
}

void DeviceSnapshot::Expect(std::size_t size) {
  const Inside inside;
  if (size == 0)
    return;
  Apart().expect(size);
  Apart().begin();
  is_open_ = true;
}

void DeviceSnapshot::Fetch(char* host, const char* block, std::size_t size) {
  const Inside inside;
  Apart().fetch(host, block, size);
}

bool DeviceSnapshot::Finish() {
  const Inside inside;
  if (is_open_)
    Apart().finish();
  return is_open_;
}

void DeviceSnapshot::Wait() {
  Apart().wait();
}

}  // namespace detrain::runtime

using namespace detrain::runtime;

extern "C" {

void detrain_use_device(const struct detrain_device* device) {
  g_device = device;
}

int detrain_device_allocated(void* block, size_t size, uint32_t kind) {
  if (!g_active || Inside::IsAnywhere() || kind >= std::size(kAllocators))
    return 0;
  AddBlock(block, size, 0, kAllocators[kind]);
  return 1;
}

void detrain_device_freed(void* block) {
  if (g_active)
    RemoveBlock(block, nullptr);
}

void* detrain_device_range(size_t* size) {
  *size = kDevicePart;
  return g_active && IsHeapFixed() && HasPlaces() ? reinterpret_cast<void*>(kDeviceBase) : nullptr;
}

void* detrain_device_take(uint32_t kind, size_t size) {
  if (!g_active || !IsHeapFixed() || !HasPlaces())
    return nullptr;
  if (kind == DETRAIN_MEMORY_DEVICE || kind == DETRAIN_MEMORY_MANAGED)
    return TakeDeviceBlock(size);
  constexpr std::size_t kPage = 4096;
  void* block = TakeBlock(size, kind == DETRAIN_MEMORY_PINNED ? kPage : FreeSpace::kGrain);
  return block == nullptr ? nullptr : std::memset(block, 0, size);
}

void detrain_device_give(void* block, size_t size) {
  GiveBlock(reinterpret_cast<std::uintptr_t>(block), size);
}

int detrain_device_is_taken(const void* block) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  return g_active && IsInFixedHeap(address) && BlockThatBegins(address) ? 1 : 0;
}

void detrain_library_enter(void) {
  Inside::Enter();
}

void detrain_library_leave(void) {
  Inside::Leave();
}

}  // extern "C"
