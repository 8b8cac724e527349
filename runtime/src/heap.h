// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every heap block that the program asked for. A block is known across processes by who allocated it and as the how
// manyth: the code before the loop runs again on a restart and asks for the same blocks in the same order.
#ifndef DETRAIN_RUNTIME_SRC_HEAP_H
#define DETRAIN_RUNTIME_SRC_HEAP_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// What the program's plan asks the blocks of the heap to begin at multiples of, a power of two; 0: what malloc gives.
extern "C" unsigned long detrain_block_alignment;

namespace detrain::runtime {

// Automatic: an array of variable length; it can only be found again, never made.
enum class Allocator : std::uint8_t {
  Malloc,
  Calloc,
  Realloc,
  Aligned,
  Text,
  Automatic,
  New,
  AlignedNew,
  Map,
  Device,
  Managed,
  Pinned
};

constexpr std::int64_t kNotSealed = -1;

struct Block {
  std::uintptr_t address = 0;
  std::size_t size = 0;
  std::size_t alignment = 0;  // 0: what malloc gives
  Allocator allocator = Allocator::Malloc;
  std::uint32_t thread = 0;        // 0: the main thread, others in the order of their first allocation
  std::uint64_t ordinal = 0;       // 1-based, per thread
  std::int64_t seal = kNotSealed;  // position among the blocks given to SealHeap
};

void AddBlock(void* address, std::size_t size, std::size_t alignment, Allocator allocator);

// Forgets the block that starts at `address`; false where none does.
bool RemoveBlock(void* address, Block* removed);

// Lookups see the blocks as they were at the last call of this one; what they return is good until the next.
void RefreshBlocks();

// The block that `address` lies in or just past the end of, or null.
const Block* FindBlock(std::uintptr_t address);

// All of them, as at that call.
const std::vector<Block>& BlocksByAddress();

// The block alive now that begins there.
std::optional<Block> BlockThatBegins(std::uintptr_t address);

// The blocks alive now, by (thread, ordinal).
std::vector<Block> BlocksAlive();

// Numbers these blocks, those that were alive where the code that a restart runs again ends; of them some may be freed
// by now. Called once for each of the loops in a row.
void SealHeap(const std::vector<Block>& alive);

// The sealed block with this number, or null where it has been freed since.
const Block* FindSealed(std::int64_t seal);
std::int64_t SealedCount();

// Blocks for the malloc family and for `operator new`: at their fixed place where there is one (fixed_heap.h), else of
// the C library's heap, by the alignment that the program's plan asks for (detrain_block_alignment). Null: there is not
// so much memory.
void* Allocate(std::size_t size);
void* AllocateZeros(std::size_t size);
void* AllocateAligned(std::size_t alignment, std::size_t size);
// As std::realloc; the old block stays where this returns null.
void* Reallocate(void* block, std::size_t old_size, std::size_t size);
// A block that the program frees, no longer registered.
void Release(void* block, std::size_t size);

// Asks the C library, or the device, as the program did, and registers the block.
void* Recreate(Allocator allocator, std::size_t alignment, std::size_t size);

const char* Name(Allocator allocator);
bool FromName(const char* name, Allocator& allocator);

}  // namespace detrain::runtime

#endif
