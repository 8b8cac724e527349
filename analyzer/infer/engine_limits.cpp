// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run may take.
#include <algorithm>
#include <utility>

#include "analyzer/base/heap.h"
#include "analyzer/infer/costly.h"
#include "analyzer/infer/engine.h"
#include "analyzer/infer/premises.h"

namespace detrain::infer {

namespace {

constexpr std::uint64_t kPerAtom = 2;            // of work: an atom and what is made of it is kept to the end
constexpr std::uint64_t kLookEvery = 1U << 16U;  // of work

std::size_t GrownSince(std::size_t start) {
  const std::size_t heap = HeapBytes();
  return heap > start ? heap - start : 0;
}

}  // namespace

// One operation more. Work is counted, so that the same programs are too large everywhere; memory is measured, because
// what a unit of work may keep has no bound.
bool Engine::IsTooLarge() {
  if (options_.spending != nullptr)
    counters.Operation(stack_.empty() ? nullptr : stack_.back().function);
  work += 1 + (kPerAtom * (pool.AtomCount() - std::exchange(atoms_counted_, pool.AtomCount())));
  if (exhausted || work > options_.max_work)
    return true;
  has_seen_enough = is_found_ && work > options_.enough_work;
  if (has_seen_enough)
    return true;
  if (work > relieved_at_)
    Relieve();
  if (heap_looked_at_ != 0 && work - heap_looked_at_ < kLookEvery)
    return false;
  heap_looked_at_ = work;
  std::size_t used = GrownSince(heap_at_start_);
  if (used > relieved_heap_) {  // what was proven on paths is given back first: it can be proven again
    pool.KnownPremises() = PremisesTable();
    used = GrownSince(heap_at_start_);
  }
  if (used > relieved_heap_) {
    relieved_heap_ += (options_.max_memory - relieved_heap_) / 2;
    Relieve();
  }
  out_of_memory = used > options_.max_memory;
  return out_of_memory;
}

void Engine::ForgetValues() {
  pool = ExprPool();
  untyped_.clear();
  addresses_.clear();
  large_.clear();
  began_.clear();
}

// Half of what was left is spent: the calls that took most of it are summarized from here on, so that the other half
// may do.
void Engine::Relieve() {
  AddCostly(*this, options_);
  for (auto& [f, cost] : spent)
    cost.work = 0;
  is_pressed_ = true;
  counted_from = work;
  relieved_at_ = work + (options_.max_work - std::min(work, options_.max_work)) / 2;
}

}  // namespace detrain::infer
