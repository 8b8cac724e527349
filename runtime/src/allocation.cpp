// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library's allocation functions, tracked. With no variable of ours set they are one test and a tail call.
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "detrain/detrain.h"
#include "fixed_heap.h"
#include "heap.h"
#include "hook_declarations.h"
#include "settings.h"

using detrain::runtime::AddBlock;
using detrain::runtime::Allocate;
using detrain::runtime::AllocateAligned;
using detrain::runtime::AllocateZeros;
using detrain::runtime::Allocator;
using detrain::runtime::Block;
using detrain::runtime::g_active;
using detrain::runtime::IsHeapFixed;
using detrain::runtime::Reallocate;
using detrain::runtime::Release;
using detrain::runtime::RemoveBlock;

namespace {

// What nobody has written yet must be the same bytes in every run: it is hashed, and saved with the rest of its block.
void* Zeroed(void* block, std::size_t from, std::size_t size) {
  if (block != nullptr && from < size)
    std::memset(static_cast<char*>(block) + from, 0, size - from);
  return block;
}

bool IsPowerOfTwo(size_t alignment) {
  return alignment != 0 && (alignment & (alignment - 1)) == 0;
}

// What an aligned block begins at a multiple of; an alignment that is none stays, and is refused.
size_t MultipleOf(size_t alignment) {
  const bool is_small = IsPowerOfTwo(alignment) && alignment < detrain_block_alignment;
  return g_active && is_small ? detrain_block_alignment : alignment;
}

// A block at its fixed place; null: the C library is to be asked, which refuses what is no alignment.
void* Placed(size_t alignment, size_t size) {
  const bool is_placed = g_active && IsHeapFixed() && IsPowerOfTwo(alignment);
  return is_placed ? AllocateAligned(alignment, size) : nullptr;
}

char* CopyOf(const char* text, size_t length) {
  auto* copy = static_cast<char*>(Allocate(length + 1));
  if (copy == nullptr)
    return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  AddBlock(copy, length + 1, 0, Allocator::Text);
  return copy;
}

}  // namespace

extern "C" {

void* detrain_malloc(size_t size) {
  void* block = g_active ? Allocate(size) : std::malloc(size);
  if (g_active)
    AddBlock(Zeroed(block, 0, size), size, 0, Allocator::Malloc);
  return block;
}

void* detrain_calloc(size_t count, size_t size) {
  size_t bytes = 0;
  const bool is_known = g_active && !__builtin_mul_overflow(count, size, &bytes);
  void* block = is_known ? AllocateZeros(bytes) : std::calloc(count, size);
  if (g_active)
    AddBlock(block, count * size, 0, Allocator::Calloc);
  return block;
}

void* detrain_realloc(void* old_block, size_t size) {
  if (!g_active)
    return std::realloc(old_block, size);
  // Forgotten before the call: once the C library has it back, another thread may be given the same address.
  Block old;
  const bool known = RemoveBlock(old_block, &old);
  void* block = known || old_block == nullptr ? Reallocate(old_block, old.size, size) : std::realloc(old_block, size);
  if (block != nullptr) {
    AddBlock(Zeroed(block, known ? old.size : old_block == nullptr ? 0 : size, size), size, 0, Allocator::Realloc);
  } else if (known && size != 0) {
    AddBlock(old_block, old.size, old.alignment, old.allocator);
  }
  return block;
}

void* detrain_reallocarray(void* old_block, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) {
    errno = ENOMEM;
    return nullptr;
  }
  return detrain_realloc(old_block, count * size);
}

void* detrain_aligned_alloc(size_t alignment, size_t size) {
  const size_t multiple = MultipleOf(alignment);
  void* block = Placed(alignment, size);
  if (block == nullptr)
    block = std::aligned_alloc(multiple, multiple == alignment ? size : (size + multiple - 1) / multiple * multiple);
  if (g_active)
    AddBlock(Zeroed(block, 0, size), size, alignment, Allocator::Aligned);
  return block;
}

int detrain_posix_memalign(void** out, size_t alignment, size_t size) {
  if (!IsPowerOfTwo(alignment) || alignment < sizeof(void*))
    return EINVAL;
  void* const placed = Placed(alignment, size);
  const int error = placed == nullptr ? posix_memalign(out, MultipleOf(alignment), size) : 0;
  *out = placed == nullptr ? *out : placed;
  if (g_active && error == 0)
    AddBlock(Zeroed(*out, 0, size), size, alignment, Allocator::Aligned);
  return error;
}

char* detrain_strdup(const char* text) {
  return g_active ? CopyOf(text, std::strlen(text)) : strdup(text);
}

char* detrain_strndup(const char* text, size_t size) {
  return g_active ? CopyOf(text, strnlen(text, size)) : strndup(text, size);
}

// A mapping of a file is that file's content; what the program maps without one is memory like any other.
void* detrain_mmap(void* hint, size_t size, int protection, int flags, int fd, off_t offset) {
  void* block = mmap(hint, size, protection, flags, fd, offset);
  if (g_active && block != MAP_FAILED && (flags & MAP_ANONYMOUS) != 0)
    AddBlock(block, size, 0, Allocator::Map);
  return block;
}

int detrain_munmap(void* address, size_t size) {
  const int error = munmap(address, size);
  Block block;
  if (!g_active || error != 0 || !RemoveBlock(address, &block))
    return error;
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t gone = (size + page - 1) / page * page;
  if (gone < block.size)
    AddBlock(static_cast<char*>(address) + gone, block.size - gone, 0, Allocator::Map);
  return error;
}

void detrain_free(void* block) {
  Block known;
  if (g_active && RemoveBlock(block, &known))
    return Release(block, known.size);
  std::free(block);
}

}  // extern "C"
