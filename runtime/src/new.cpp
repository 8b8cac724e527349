// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `operator new` and `operator delete` of the whole program, tracked; those for arrays, and those that do not throw,
// end here as well ([new.delete]). Weak, so that a program may have its own.
#include <cstdlib>
#include <cstring>
#include <new>

#include "freed.h"
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
using detrain::runtime::KeepFreed;
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

void Release(void* block) {
  Block known;
  if (IsTracked() && RemoveBlock(block, &known))
    return KeepFreed(block, known.size);
  std::free(block);
}

}  // namespace

__attribute__((weak)) void* operator new(std::size_t size) {
  void* block = Retry([&] { return Allocate(size == 0 ? 1 : size); });
  return Track(block, size, 0, Allocator::New);
}

__attribute__((weak)) void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto bytes = static_cast<std::size_t>(alignment);
  void* block = Retry([&] { return AllocateAligned(bytes, size == 0 ? 1 : size); });
  return Track(block, size, bytes, Allocator::AlignedNew);
}

__attribute__((weak)) void operator delete(void* block) noexcept {
  Release(block);
}
__attribute__((weak)) void operator delete(void* block, std::size_t) noexcept {
  Release(block);
}
__attribute__((weak)) void operator delete(void* block, std::align_val_t) noexcept {
  Release(block);
}
__attribute__((weak)) void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  Release(block);
}
