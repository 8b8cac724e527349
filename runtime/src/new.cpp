// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `operator new` and `operator delete` of the whole program, tracked; those for arrays, and those that do not throw,
// end here as well ([new.delete]). Weak, so that a program may have its own.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "fixed_heap.h"
#include "heap.h"
#include "inside.h"
#include "settings.h"

namespace {

using detrain::runtime::AddBlock;
using detrain::runtime::Allocate;
using detrain::runtime::AllocateAligned;
using detrain::runtime::Allocator;
using detrain::runtime::Block;
using detrain::runtime::Inside;
using detrain::runtime::RemoveBlock;

// The runtime's own blocks are its own business.
bool IsTracked() {
  return detrain::runtime::g_active && !Inside::IsAnywhere();
}

template <typename Allocate>
void* Retry(Allocate allocate) {
  for (;;) {
    if (void* block = allocate())
      return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr)
      throw std::bad_alloc();
    handler();
  }
}

void* Track(void* block, std::size_t size, std::size_t alignment, Allocator allocator) {
  if (!IsTracked())
    return block;
  std::memset(block, 0, size);  // as with malloc: bytes that nobody has set are hashed too
  AddBlock(block, size, alignment, allocator);
  return block;
}

// Null: there is not so much memory. `alignment` 0: what malloc gives.
void* Get(std::size_t size, std::size_t alignment) {
  if (IsTracked())
    return alignment == 0 ? Allocate(size) : AllocateAligned(alignment, size);
  void* block = nullptr;
  if (alignment == 0)
    return std::malloc(size);
  return posix_memalign(&block, std::max(alignment, sizeof(void*)), size) == 0 ? block : nullptr;
}

void Give(void* block) {
  Block known;
  const bool is_placed = detrain::runtime::IsInFixedHeap(reinterpret_cast<std::uintptr_t>(block));
  if ((is_placed || IsTracked()) && RemoveBlock(block, &known))
    return detrain::runtime::Release(block, known.size);
  std::free(block);
}

}  // namespace

__attribute__((weak)) void* operator new(std::size_t size) {
  void* block = Retry([&] { return Get(std::max<std::size_t>(size, 1), 0); });
  return Track(block, size, 0, Allocator::New);
}

__attribute__((weak)) void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto bytes = static_cast<std::size_t>(alignment);
  void* block = Retry([&] { return Get(std::max<std::size_t>(size, 1), bytes); });
  return Track(block, size, bytes, Allocator::AlignedNew);
}

__attribute__((weak)) void operator delete(void* block) noexcept {
  Give(block);
}
__attribute__((weak)) void operator delete(void* block, std::size_t) noexcept {
  Give(block);
}
__attribute__((weak)) void operator delete(void* block, std::align_val_t) noexcept {
  Give(block);
}
__attribute__((weak)) void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  Give(block);
}
