// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run may take.
#include <utility>

#include "analyzer/base/heap.h"
#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr std::uint64_t kPerAtom = 2;            // of work: an atom and what is made of it is kept to the end
constexpr std::uint64_t kLookEvery = 1U << 16U;  // of work

}  // namespace

// One operation more. Work is counted, so that the same programs are too large everywhere; memory is measured, because
// what a unit of work may keep has no bound.
bool Engine::IsTooLarge() {
  work += 1 + (kPerAtom * (pool.AtomCount() - std::exchange(atoms_counted_, pool.AtomCount())));
  if (exhausted || work > options_.max_work)
    return true;
  if (heap_looked_at_ != 0 && work - heap_looked_at_ < kLookEvery)
    return false;
  heap_looked_at_ = work;
  const std::size_t used = HeapBytes();
  out_of_memory = used > heap_at_start_ && used - heap_at_start_ > options_.max_memory;
  return out_of_memory;
}

}  // namespace detrain::infer
