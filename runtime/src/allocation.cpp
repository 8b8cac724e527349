// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library's allocation functions, tracked. With no variable of ours set they are one test and a tail call.
#include <cstdlib>
#include <cstring>

#include "detrain/detrain.h"
#include "heap.h"
#include "settings.h"

using detrain::runtime::AddBlock;
using detrain::runtime::Allocator;
using detrain::runtime::Block;
using detrain::runtime::g_active;
using detrain::runtime::RemoveBlock;

extern "C" {

void* detrain_malloc(size_t size) {
  void* block = std::malloc(size);
  if (g_active)
    AddBlock(block, size, 0, Allocator::Malloc);
  return block;
}

void* detrain_calloc(size_t count, size_t size) {
  void* block = std::calloc(count, size);
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
  void* block = std::realloc(old_block, size);
  if (block != nullptr) {
    AddBlock(block, size, 0, Allocator::Realloc);
  } else if (known && size != 0) {
    AddBlock(old_block, old.size, old.alignment, old.allocator);
  }
  return block;
}

void* detrain_aligned_alloc(size_t alignment, size_t size) {
  void* block = std::aligned_alloc(alignment, size);
  if (g_active)
    AddBlock(block, size, alignment, Allocator::Aligned);
  return block;
}

int detrain_posix_memalign(void** out, size_t alignment, size_t size) {
  const int error = posix_memalign(out, alignment, size);
  if (g_active && error == 0)
    AddBlock(*out, size, alignment, Allocator::Aligned);
  return error;
}

char* detrain_strdup(const char* text) {
  char* copy = strdup(text);
  if (g_active && copy != nullptr)
    AddBlock(copy, std::strlen(copy) + 1, 0, Allocator::Text);
  return copy;
}

char* detrain_strndup(const char* text, size_t size) {
  char* copy = strndup(text, size);
  if (g_active && copy != nullptr)
    AddBlock(copy, std::strlen(copy) + 1, 0, Allocator::Text);
  return copy;
}

void detrain_free(void* block) {
  if (g_active)
    RemoveBlock(block, nullptr);
  std::free(block);
}

}  // extern "C"
