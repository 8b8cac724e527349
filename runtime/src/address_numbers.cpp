// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "address_numbers.h"

#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

#include "detrain/detrain.h"
#include "heap.h"
#include "image.h"
#include "inside.h"
#include "settings.h"
#include "spin_lock.h"

namespace detrain::runtime {
namespace {

struct Numbered {
  std::size_t size = 0;
  std::uint64_t number = 0;
  std::uint64_t offset = 0;
};

struct Numbers {
  SpinLock lock;
  std::map<std::uintptr_t, Numbered> blocks;  // that do not overlap, by address
  std::uint64_t last = 0;
};

// Never destroyed: the program may free and allocate after our destructors would have run.
Numbers& All() {
  static auto* numbers = new Numbers;
  return *numbers;
}

// Most programs ask for none, and allocate without a look at the table.
std::atomic<bool> g_any{false};

struct Place {
  std::uint64_t number = 0, offset = 0;
};

// The address just behind a block counts as its own, unless another one begins there.
std::optional<Place> Known(const Numbers& all, std::uintptr_t address, bool is_end) {
  auto after = all.blocks.upper_bound(address);
  if (after == all.blocks.begin())
    return std::nullopt;
  const auto& [begin, block] = *--after;
  if (begin != address && address - begin >= block.size + (is_end ? 1 : 0))
    return std::nullopt;
  return Place{block.number, block.offset + (address - begin)};
}

Place Give(Numbers& all, const Block& block, std::uintptr_t address) {
  const Numbered& made = all.blocks[block.address] = {block.size, ++all.last, 0};
  g_any = true;
  return {made.number, address - block.address};
}

// Nothing: no block of the heap.
std::optional<Place> PlaceOf(std::uintptr_t address) {
  const Inside inside;
  Numbers& all = All();
  const std::lock_guard holding(all.lock);
  if (auto place = Known(all, address, false))
    return place;
  if (const auto block = BlockThatBegins(address))
    return Give(all, *block, address);
  if (auto place = Known(all, address, true))
    return place;
  RefreshBlocks();
  const Block* around = FindBlock(address);
  return around == nullptr ? std::nullopt : std::optional(Give(all, *around, address));
}

std::uintptr_t NumberOf(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;

}  // namespace

void ForgetNumbers(std::uintptr_t address, std::size_t size) {
  if (!g_any)
    return;
  const Inside inside;
  Numbers& all = All();
  const std::lock_guard holding(all.lock);
  auto at = all.blocks.lower_bound(address);
  while (at != all.blocks.end() && (at->first == address || at->first - address < size))
    at = all.blocks.erase(at);
  if (at == all.blocks.begin())
    return;
  if (const auto before = std::prev(at); address - before->first < before->second.size)
    all.blocks.erase(before);
}

std::vector<NumberedBlock> NumberedBlocks() {
  const Inside inside;
  Numbers& all = All();
  const std::lock_guard holding(all.lock);
  std::vector<NumberedBlock> blocks;
  for (const auto& [address, block] : all.blocks)
    blocks.push_back({address, block.size, block.number, block.offset});
  return blocks;
}

std::uint64_t LastNumber() {
  const std::lock_guard holding(All().lock);
  return All().last;
}

void SetNumbers(const std::vector<NumberedBlock>& blocks, std::uint64_t last) {
  const Inside inside;
  Numbers& all = All();
  const std::lock_guard holding(all.lock);
  all.blocks.clear();
  for (const NumberedBlock& block : blocks)
    all.blocks[block.address] = {block.size, block.number, block.offset};
  all.last = last;
  g_any = g_any || !blocks.empty();
}

}  // namespace detrain::runtime

using namespace detrain::runtime;

// What is not of the heap has its place in the program's file, or on the stack, whose order is the same in every
// process; it comes first.
int detrain_address_before(const void* a, const void* b) {
  if (!g_active || a == b)
    return NumberOf(a) < NumberOf(b) ? 1 : 0;
  const auto first = PlaceOf(NumberOf(a)), second = PlaceOf(NumberOf(b));
  if (first && second)
    return std::tie(first->number, first->offset) < std::tie(second->number, second->offset) ? 1 : 0;
  if (first || second)
    return second ? 1 : 0;
  return NumberOf(a) < NumberOf(b) ? 1 : 0;
}

size_t detrain_address_hash(const void* address) {
  if (!g_active || address == nullptr)
    return NumberOf(address);
  if (const auto place = PlaceOf(NumberOf(address)))
    return place->number * kSpread + place->offset;
  Image image;
  const Inside inside;
  return FindImage(NumberOf(address), image) ? NumberOf(address) - image.base + image.index : NumberOf(address);
}
