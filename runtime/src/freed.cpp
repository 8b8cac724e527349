// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "freed.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <vector>

#include "fail.h"
#include "inside.h"
#include "spin_lock.h"

namespace detrain::runtime {
namespace {

struct Freed {
  std::uintptr_t address = 0;
  std::size_t size = 0;
  bool is_found = false;
};

constexpr std::size_t kEach = 64;  // what a block costs beside its size, roughly

// In the order in which they were freed, up to a limit.
class Line {
 public:
  void Add(const Freed& block) {
    blocks_.push_back(block);
    bytes_ += block.size + kEach;
    while (bytes_ > kFreedBytes)
      GiveBackFirst();
  }
  void GiveBackFirst() {
    const Freed first = blocks_.front();
    blocks_.pop_front();
    bytes_ -= first.size + kEach;
    std::free(reinterpret_cast<void*>(first.address));
  }
  std::deque<Freed>& blocks() { return blocks_; }

 private:
  std::deque<Freed> blocks_;
  std::size_t bytes_ = 0;
};

struct Registry {
  SpinLock lock;
  Line found;  // pointers led to them at the last boundary
  Line fresh;
  std::vector<Freed*> sorted;  // all of both
  bool is_sorted = true;
};

// Never destroyed, as the heap's.
Registry& All() {
  static auto* registry = new Registry;
  return *registry;
}

void Sort(Registry& all) {
  all.sorted.clear();
  for (Line* line : {&all.found, &all.fresh}) {
    for (Freed& block : line->blocks())
      all.sorted.push_back(&block);
  }
  std::sort(all.sorted.begin(), all.sorted.end(),
            [](const Freed* a, const Freed* b) { return a->address < b->address; });
  all.is_sorted = true;
}

// --- what stands for them after a restore ---

constexpr std::size_t kApart = 16;
constexpr std::size_t kReserved = std::size_t{64} << 20;  // of addresses, no memory

std::uintptr_t g_reserved = 0;

}  // namespace

void KeepFreed(void* block, std::size_t size) {
  const Inside inside;
  if (size > kFreedBytes)
    return std::free(block);
  Registry& all = All();
  const std::lock_guard holding(all.lock);
  all.fresh.Add({reinterpret_cast<std::uintptr_t>(block), size});
  all.is_sorted = false;
}

bool IsFreed(std::uintptr_t address) {
  const Inside inside;
  if (g_reserved != 0 && address - g_reserved < kReserved)
    return true;
  Registry& all = All();
  const std::lock_guard holding(all.lock);
  if (!all.is_sorted)
    Sort(all);
  auto after = std::upper_bound(all.sorted.begin(), all.sorted.end(), address,
                                [](std::uintptr_t a, const Freed* b) { return a < b->address; });
  if (after == all.sorted.begin())
    return false;
  Freed& block = **--after;
  const bool is_in = address - block.address <= block.size;
  block.is_found = block.is_found || is_in;
  return is_in;
}

void GiveBackFreed() {
  const Inside inside;
  Registry& all = All();
  const std::lock_guard holding(all.lock);
  Line found;
  for (Line* line : {&all.found, &all.fresh}) {
    for (const Freed& block : line->blocks()) {
      if (block.is_found)
        found.Add({block.address, block.size});
      else
        std::free(reinterpret_cast<void*>(block.address));
    }
  }
  all.found = std::move(found);
  all.fresh = {};
  all.is_sorted = false;
}

char* AddressOfFreed(std::int64_t number) {
  if (g_reserved == 0) {
    void* made = mmap(nullptr, kReserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED)
      Fail("out of memory");
    g_reserved = reinterpret_cast<std::uintptr_t>(made);
  }
  // More of them than there is room for share addresses, and then are equal to one another.
  const std::size_t place = static_cast<std::size_t>(number) % (kReserved / kApart) * kApart;
  return reinterpret_cast<char*>(g_reserved + place);
}

}  // namespace detrain::runtime
