// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "library.h"

namespace detrain::cudahost {
namespace {

constexpr std::size_t kReserved = std::size_t{1} << 42;
constexpr std::size_t kPage = 4096;

struct Memory {
  std::shared_mutex mutex;
  std::uintptr_t begin = 0, next = 0, end = 0;
  const Range places = PlacesForDevice();
  std::size_t used = 0;
  std::map<std::uintptr_t, Allocation> device;
  std::multimap<std::size_t, std::uintptr_t> free;  // by rounded size, for when addresses run out
  std::map<std::uintptr_t, Allocation> pinned;

  Memory() {
    void* const at =
        mmap(nullptr, kReserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
      return;
    begin = next = reinterpret_cast<std::uintptr_t>(at);
    end = begin + kReserved;
  }

  bool IsPlaced(std::uintptr_t at) const { return at >= places.begin && at < places.end; }
};

Memory& TheMemory() {
  static Memory* const memory = Forever<Memory>();  // outlives every static destructor that frees
  return *memory;
}

std::size_t Rounded(std::size_t size) {
  return (size + kPage - 1) / kPage * kPage + kPage;
}

std::uintptr_t TakeRange(Memory& m, std::size_t rounded) {
  if (m.end - m.next >= rounded) {
    const std::uintptr_t at = m.next;
    m.next += rounded;
    return at;
  }
  const auto again = m.free.find(rounded);
  if (again == m.free.end())
    return 0;
  const std::uintptr_t at = again->second;
  m.free.erase(again);
  return at;
}

}  // namespace

std::size_t DeviceBytesTotal() {
  static const std::size_t total = [] {
    if (const char* const text = std::getenv("DETRAIN_CUDA_MEMORY"))  // megabytes
      return static_cast<std::size_t>(std::strtoull(text, nullptr, 10)) << 20;
    return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }();
  return total;
}

std::size_t DeviceBytesFree() {
  Memory& m = TheMemory();
  const std::shared_lock<std::shared_mutex> lock(m.mutex);
  return DeviceBytesTotal() - m.used;
}

void* AllocateDevice(std::size_t size, MemoryKind kind) {
  const Inside inside;
  Memory& m = TheMemory();
  const std::unique_lock<std::shared_mutex> lock(m.mutex);
  if (size > DeviceBytesTotal() - m.used)
    return nullptr;
  auto at = reinterpret_cast<std::uintptr_t>(TakePlace(size, kind));
  if (at == 0)
    at = TakeRange(m, Rounded(size));
  if (at == 0)
    return nullptr;
  m.used += size;
  m.device[at] = {at, size, kind, false, m.IsPlaced(at)};
  auto* const pointer = reinterpret_cast<void*>(at);
  if (const char* const fill = std::getenv("DETRAIN_CUDA_FILL"))  // CUDA promises nothing about fresh memory
    std::memset(pointer, static_cast<int>(std::strtoul(fill, nullptr, 0)), size);
  return pointer;
}

bool FreeDevice(void* at) {
  const Inside inside;
  Memory& m = TheMemory();
  const std::unique_lock<std::shared_mutex> lock(m.mutex);
  const auto found = m.device.find(reinterpret_cast<std::uintptr_t>(at));
  if (found == m.device.end() || found->second.freed)
    return false;
  m.used -= found->second.size;
  if (found->second.is_placed) {
    GivePlace(at, found->second.size);
    m.device.erase(found);
    return true;
  }
  found->second.freed = true;
  const std::size_t rounded = Rounded(found->second.size);
  (void)madvise(at, rounded, MADV_DONTNEED);  // if it fails, the pages are only kept longer
  m.free.emplace(rounded, found->first);
  return true;
}

void* AllocatePinned(std::size_t size) {
  void* at = TakePlace(size, MemoryKind::Pinned);
  const bool is_placed = at != nullptr;
  if (!is_placed)
    at = std::aligned_alloc(kPage, Rounded(size));
  if (is_placed)
    NoteAllocation(at, size, MemoryKind::Pinned);
  else if (at != nullptr)
    RegisterPinned(at, size);
  return at;
}

void RegisterPinned(void* at, std::size_t size) {
  const Inside inside;
  Memory& m = TheMemory();
  const std::unique_lock<std::shared_mutex> lock(m.mutex);
  const auto begin = reinterpret_cast<std::uintptr_t>(at);
  m.pinned[begin] = {begin, size, MemoryKind::Pinned, false, false};
}

bool ForgetPinned(void* at, bool release) {
  const Inside inside;
  Memory& m = TheMemory();
  const std::unique_lock<std::shared_mutex> lock(m.mutex);
  const auto found = m.pinned.find(reinterpret_cast<std::uintptr_t>(at));
  if (found == m.pinned.end())
    return false;
  const Allocation gone = found->second;
  m.pinned.erase(found);
  if (release && gone.is_placed)
    GivePlace(at, gone.size);
  else if (release)
    std::free(at);
  return true;
}

void NoteAllocation(void* at, std::size_t size, MemoryKind kind) {
  const Inside inside;
  Memory& m = TheMemory();
  const std::unique_lock<std::shared_mutex> lock(m.mutex);
  const auto begin = reinterpret_cast<std::uintptr_t>(at);
  const Allocation placed{begin, size, kind, false, true};
  if (kind == MemoryKind::Pinned) {
    m.pinned[begin] = placed;
    return;
  }
  m.device[begin] = placed;
  m.used += size;
}

void ForgetAllocation(void* at, MemoryKind kind) {
  const Inside inside;
  Memory& m = TheMemory();
  const std::unique_lock<std::shared_mutex> lock(m.mutex);
  auto& blocks = kind == MemoryKind::Pinned ? m.pinned : m.device;
  const auto found = blocks.find(reinterpret_cast<std::uintptr_t>(at));
  if (found == blocks.end())
    return;
  if (kind != MemoryKind::Pinned)
    m.used -= found->second.size;
  blocks.erase(found);
}

bool IsDeviceAddress(const void* at) {
  static const Memory& m = TheMemory();
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  return (address >= m.begin && address < m.end) || m.IsPlaced(address);
}

Allocation FindAllocation(const void* at) {
  Memory& m = TheMemory();
  const std::shared_lock<std::shared_mutex> lock(m.mutex);
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  const auto& map = IsDeviceAddress(at) ? m.device : m.pinned;
  auto after = map.upper_bound(address);
  if (after == map.begin())
    return {};
  return std::prev(after)->second;
}

MemoryKind KindOf(const void* at) {
  const Allocation a = FindAllocation(at);
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  return a.kind != MemoryKind::None && address - a.begin < (a.size == 0 ? 1 : a.size) ? a.kind : MemoryKind::None;
}

}  // namespace detrain::cudahost
