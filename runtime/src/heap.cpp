// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heap.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include "address_numbers.h"
#include "device_memory.h"
#include "fixed_heap.h"
#include "freed.h"
#include "inside.h"
#include "spin_lock.h"

// Of a program whose plan asks for it, its generated header defines it.
extern "C" {
__attribute__((weak)) unsigned long detrain_block_alignment = 0;
}

namespace detrain::runtime {
namespace {

// Sharded by address, so that threads that allocate at once seldom meet.
constexpr std::size_t kShards = 64;

class Holding {
 public:
  explicit Holding(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~Holding() { lock_.unlock(); }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  SpinLock& lock_;
};

struct alignas(64) Shard {
  SpinLock lock;
  std::unordered_map<std::uintptr_t, Block> blocks;
  std::uint64_t changes = 0;
};

struct Registry {
  Shard shards[kShards];
  // All blocks by address, made anew by RefreshBlocks when something changed.
  std::vector<Block> sorted;
  std::uint64_t sorted_at = UINT64_MAX;
  std::vector<std::uintptr_t> sealed;  // addresses, by seal number
};

// Never destroyed: the program may free blocks after our destructors would have run.
Registry& Heap() {
  static auto* registry = new Registry;
  return *registry;
}

Shard& ShardOf(std::uintptr_t address) {
  return Heap().shards[(address >> 4 ^ address >> 12) % kShards];
}

struct ThreadCount {
  std::uint32_t thread;
  std::uint64_t blocks = 0;
};

ThreadCount& ThisThread() {
  static std::atomic<std::uint32_t> others{0};
  thread_local ThreadCount count{syscall(SYS_gettid) == getpid() ? 0 : ++others};
  return count;
}

std::uint64_t Changes() {
  std::uint64_t sum = 0;
  for (Shard& shard : Heap().shards) {
    const Holding holding(shard.lock);
    sum += shard.changes;
  }
  return sum;
}

void BreakSeals() {
  for (Shard& shard : Heap().shards) {
    const Holding holding(shard.lock);
    for (auto& [address, block] : shard.blocks)
      block.seal = kNotSealed;
    ++shard.changes;
  }
  Heap().sealed.clear();
}

// Whether blocks are what the C library gives.
bool IsPlain() {
  return detrain_block_alignment == 0 && !IsHeapFixed();
}

}  // namespace

void RefreshBlocks() {
  const Inside inside;
  Registry& heap = Heap();
  const std::uint64_t changes = Changes();
  if (changes == heap.sorted_at)
    return;
  heap.sorted.clear();
  for (Shard& shard : heap.shards) {
    const Holding holding(shard.lock);
    for (const auto& [address, block] : shard.blocks)
      heap.sorted.push_back(block);
  }
  std::sort(heap.sorted.begin(), heap.sorted.end(),
            [](const Block& a, const Block& b) { return a.address < b.address; });
  heap.sorted_at = changes;
}

void AddBlock(void* address, std::size_t size, std::size_t alignment, Allocator allocator) {
  if (address == nullptr)
    return;
  const Inside inside;
  ThreadCount& count = ThisThread();
  Block block;
  block.address = reinterpret_cast<std::uintptr_t>(address);
  block.size = size;
  block.alignment = alignment;
  block.allocator = allocator;
  block.thread = count.thread;
  block.ordinal = ++count.blocks;
  ForgetNumbers(block.address, size);
  Shard& shard = ShardOf(block.address);
  const Holding holding(shard.lock);
  // Assigned, not inserted: a block that the C library freed behind our back may have lain here.
  shard.blocks[block.address] = block;
  ++shard.changes;
}

bool RemoveBlock(void* address, Block* removed) {
  if (address == nullptr)
    return false;
  const Inside inside;
  const auto key = reinterpret_cast<std::uintptr_t>(address);
  Shard& shard = ShardOf(key);
  const Holding holding(shard.lock);
  const auto found = shard.blocks.find(key);
  if (found == shard.blocks.end())
    return false;
  if (removed != nullptr)
    *removed = found->second;
  shard.blocks.erase(found);
  ++shard.changes;
  return true;
}

const std::vector<Block>& BlocksByAddress() {
  return Heap().sorted;
}

const Block* FindBlock(std::uintptr_t address) {
  const std::vector<Block>& sorted = Heap().sorted;
  auto after = std::upper_bound(sorted.begin(), sorted.end(), address,
                                [](std::uintptr_t a, const Block& b) { return a < b.address; });
  if (after == sorted.begin())
    return nullptr;
  --after;
  return address - after->address <= after->size ? &*after : nullptr;
}

std::optional<Block> BlockThatBegins(std::uintptr_t address) {
  Shard& shard = ShardOf(address);
  const Holding holding(shard.lock);
  const auto found = shard.blocks.find(address);
  return found == shard.blocks.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Block> BlocksAlive() {
  const Inside inside;
  RefreshBlocks();
  std::vector<Block> alive = Heap().sorted;
  std::sort(alive.begin(), alive.end(), [](const Block& a, const Block& b) {
    return a.thread != b.thread ? a.thread < b.thread : a.ordinal < b.ordinal;
  });
  return alive;
}

void SealHeap(const std::vector<Block>& alive) {
  const Inside inside;
  Registry& heap = Heap();
  BreakSeals();
  for (const Block& block : alive) {
    Shard& shard = ShardOf(block.address);
    const Holding holding(shard.lock);
    const auto found = shard.blocks.find(block.address);
    if (found != shard.blocks.end() && found->second.thread == block.thread && found->second.ordinal == block.ordinal)
      found->second.seal = static_cast<std::int64_t>(heap.sealed.size());
    ++shard.changes;
    heap.sealed.push_back(block.address);
  }
  RefreshBlocks();
}

const Block* FindSealed(std::int64_t seal) {
  const Registry& heap = Heap();
  if (seal < 0 || seal >= SealedCount())
    return nullptr;
  const Block* block = FindBlock(heap.sealed[static_cast<std::size_t>(seal)]);
  return block != nullptr && block->seal == seal ? block : nullptr;
}

std::int64_t SealedCount() {
  return static_cast<std::int64_t>(Heap().sealed.size());
}

void* AllocateAligned(std::size_t alignment, std::size_t size) {
  const std::size_t multiple = std::max({alignment, sizeof(void*), static_cast<std::size_t>(detrain_block_alignment)});
  if (IsHeapFixed())
    if (void* placed = TakeBlock(size, multiple))
      return placed;
  void* block = nullptr;
  return posix_memalign(&block, multiple, size) == 0 ? block : nullptr;
}

void* Allocate(std::size_t size) {
  return IsPlain() ? std::malloc(size) : AllocateAligned(0, size);
}

void* AllocateZeros(std::size_t size) {
  if (IsPlain())
    return std::calloc(1, size);
  void* block = AllocateAligned(0, size);
  return block == nullptr ? nullptr : std::memset(block, 0, size);
}

void* Reallocate(void* block, std::size_t old_size, std::size_t size) {
  if (block == nullptr)
    return Allocate(size);
  const bool is_placed = IsInFixedHeap(reinterpret_cast<std::uintptr_t>(block));
  if (!is_placed && (IsPlain() || size == 0))
    return std::realloc(block, size);
  void* moved = size == 0 ? nullptr : AllocateAligned(0, size);
  if (moved != nullptr)
    std::memcpy(moved, block, std::min(old_size, size));
  if (moved == nullptr && size != 0)
    return nullptr;
  if (is_placed)
    GiveBlock(reinterpret_cast<std::uintptr_t>(block), old_size);
  else
    std::free(block);
  return moved;
}

void Release(void* block, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (IsInFixedHeap(address))
    GiveBlock(address, size);  // what still leads there is a place in the heap, and known as such
  else
    KeepFreed(block, size);
}

void* Recreate(Allocator allocator, std::size_t alignment, std::size_t size) {
  void* block = nullptr;
  if (allocator == Allocator::Automatic)
    return nullptr;
  if (allocator == Allocator::Map) {
    block = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED)
      block = nullptr;
  } else if (allocator == Allocator::Aligned || allocator == Allocator::AlignedNew) {
    block = AllocateAligned(alignment, size);
  } else if (allocator >= Allocator::Device) {
    block = AllocateOnDevice(allocator, size);
  } else {
    block = allocator == Allocator::Calloc ? AllocateZeros(size) : Allocate(size);
  }
  AddBlock(block, size, alignment, allocator);
  return block;
}

namespace {
constexpr const char* kNames[] = {
    "malloc",      "calloc", "realloc",    "aligned_alloc",     "strdup",        "automatic", "new",
    "aligned_new", "mmap",   "cudaMalloc", "cudaMallocManaged", "cudaMallocHost"};
}  // namespace

const char* Name(Allocator allocator) {
  return kNames[static_cast<std::size_t>(allocator)];
}

bool FromName(const char* name, Allocator& allocator) {
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (std::strcmp(name, kNames[i]) != 0)
      continue;
    allocator = static_cast<Allocator>(i);
    return true;
  }
  return false;
}

}  // namespace detrain::runtime
