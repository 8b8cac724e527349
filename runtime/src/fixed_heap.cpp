// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixed_heap.h"

#include <sys/mman.h>

#include <cerrno>
#include <mutex>
#include <string>

#include "fail.h"
#include "fixed_stack.h"
#include "free_space.h"
#include "inside.h"
#include "spin_lock.h"

extern "C" {
__attribute__((weak)) int detrain_fixed_heap = 0;
// Defined where a sanitizer is linked, whose names these are.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
__attribute__((weak)) void __asan_init();
__attribute__((weak)) void __tsan_init();
__attribute__((weak)) void __msan_init();
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}

namespace detrain::runtime {
namespace {

struct Heap {
  SpinLock lock;
  FreeSpace host{kHeapSize - kDevicePart};
  FreeSpace device{kDevicePart};
};

// Never destroyed: the program may free blocks after our destructors would have run. Null: the heap has no fixed place.
Heap* g_heap = nullptr;
bool g_is_left = false;

// Its shadow memory lies where the heap would, and its allocator is what it finds faults with.
bool HasSanitizer() {
  return __asan_init != nullptr || __tsan_init != nullptr || __msan_init != nullptr;
}

std::string WhyNot() {
  if (HasSanitizer())
    return "the program is built with a sanitizer";
  void* const wanted = reinterpret_cast<void*>(kHeapBase);
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* const got = mmap(wanted, kHeapSize + kStackRange, PROT_READ | PROT_WRITE, kFlags, -1, 0);
  if (got == wanted)
    return "";
  const int error = got == MAP_FAILED ? errno : EEXIST;  // old kernels take the flag for a hint
  if (got != MAP_FAILED)
    munmap(got, kHeapSize + kStackRange);
  return error == EEXIST ? "something else lies there"
                         : "the system gives no such range of addresses (ulimit -v, vm.overcommit_memory)";
}

// Pages that are given back are zeros again, and take no memory.
constexpr std::size_t kPage = 4096, kLarge = std::size_t{1} << 20;

void GiveBackPages(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t first = (address + kPage - 1) / kPage * kPage, last = (address + size) / kPage * kPage;
  if (first < last)
    madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

// Which part of the heap a block lies in, from where, and how many bytes a block of this size takes there.
struct Part {
  FreeSpace& free;
  std::uintptr_t base;
  bool is_device;

  [[nodiscard]] std::size_t Taken(std::size_t size) const {
    return is_device ? (size + kPage - 1) / kPage * kPage + kPage : FreeSpace::Taken(size);
  }
};

Part PartOf(std::uintptr_t address) {
  if (address >= kDeviceBase)
    return {g_heap->device, kDeviceBase, true};
  return {g_heap->host, kHeapBase, false};
}

void* TakeFrom(std::uintptr_t part, std::size_t size, std::size_t alignment) {
  const Inside inside;
  if (g_is_left || size >= kHeapSize)
    return nullptr;
  const std::lock_guard holding(g_heap->lock);
  const Part from = PartOf(part);
  const auto place = from.free.Take(from.Taken(size), alignment);
  return place ? reinterpret_cast<void*>(from.base + *place) : nullptr;
}

}  // namespace

void PlaceHeap() {
  if (detrain_fixed_heap == 0)
    return;
  const Inside inside;
  const std::string why = WhyNot();
  if (why.empty())
    g_heap = new Heap;
  else
    Say("the heap cannot lie at its fixed place, " + why + "; checkpoints of this run cannot be restored");
}

bool IsHeapFixed() {
  return g_heap != nullptr;
}

bool IsInFixedHeap(std::uintptr_t address) {
  return g_heap != nullptr && address - kHeapBase < kHeapSize + kStackRange;
}

void* TakeBlock(std::size_t size, std::size_t alignment) {
  return TakeFrom(kHeapBase, size, alignment);
}

void* TakeDeviceBlock(std::size_t size) {
  return TakeFrom(kDeviceBase, size, kPage);
}

bool TakeBlockAt(std::uintptr_t address, std::size_t size) {
  const Inside inside;
  if (!IsInFixedHeap(address) || address - kHeapBase >= kHeapSize || size >= kHeapSize ||
      address % FreeSpace::kGrain != 0)
    return false;
  const std::lock_guard holding(g_heap->lock);
  const Part part = PartOf(address);
  return part.free.TakeAt(address - part.base, part.Taken(size));
}

void GiveBlock(std::uintptr_t address, std::size_t size) {
  const Inside inside;
  const Part part = PartOf(address);
  if (part.is_device || size >= kLarge)
    GiveBackPages(address, part.is_device ? part.Taken(size) : size);
  const std::lock_guard holding(g_heap->lock);
  part.free.Give(address - part.base, part.Taken(size));
}

void LeaveHeapAsItIs(bool leaves) {
  g_is_left = leaves;
}

}  // namespace detrain::runtime
