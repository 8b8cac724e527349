// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries about the loops of a run that the choices of a step loop share: where a boundary can stand, which loops are
// outermost, what they use.
#ifndef DETRAIN_ANALYZER_PLAN_LOOP_QUERIES_H
#define DETRAIN_ANALYZER_PLAN_LOOP_QUERIES_H

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/infer/infer.h"
#include "analyzer/rir/rir.h"

namespace detrain::plan {

using Buffers = std::set<infer::Buffer>;
using Loops = std::vector<const infer::LoopRecord*>;

// The loops that a choice takes.
struct Found {
  Loops loops;         // one, or a row
  Loops alternatives;  // that could have been taken in their place
  std::string why;
};

bool MayBe(const infer::Source& source, const infer::Buffer& buffer);
bool Subset(const Buffers& a, const Buffers& b);
// In the order of the source text.
bool StandsBefore(const infer::LoopRecord* a, const infer::LoopRecord* b);
// Loops of the standard library's functions.
std::set<const rir::LoopOp*> LibraryLoops(const rir::Module& module);
// Whether the loop, or one around it, is one of `loops`.
bool IsOfAny(const infer::LoopRecord& record, const std::set<const rir::LoopOp*>& loops);
// Whether it is a loop of the threads of an OpenMP region, in each of its runs; `constructs`: ConstructLoops.
bool StandsIn(const std::set<const rir::LoopOp*>& constructs, const infer::LoopRecord& loop);
bool AreNested(const infer::LoopRecord& a, const infer::LoopRecord& b);
// Variables that each iteration of the loop has anew, of its own function.
std::set<rir::RegionId> DeclaredIn(const infer::LoopRecord& loop);
// Whether an iteration of a loop around it makes all that it updates, as a local of its own or of a function that it
// calls, and there is no loop inside of it: it adds up the chances from which a step draws (Gibbs sampling). A fold of
// a cross-validation makes what it trains, in more loops.
bool OnlyAddsUp(const infer::Engine& engine, const infer::LoopRecord& loop, const Buffers& updated);
// Whether what the loop writes is made of the buffer.
bool IsMadeOf(const infer::Engine& engine, const infer::LoopRecord& loop, const infer::Buffer& buffer);
// One that also runs by itself, in another mode of the program, is outermost there.
Loops Outermost(const Loops& candidates);
// Null: there is none.
const infer::LoopRecord* InnermostOf(const Loops& loops);
// Of the loops for which `may_be` holds, those at which a boundary can stand best.
Loops WithPlaceForBoundary(const rir::Module& module, const infer::Engine& engine,
                           const std::function<bool(const infer::LoopRecord&)>& may_be);

// Those for which `is_better` holds; all, where it holds for none.
template <typename F>
Loops Prefer(const Loops& loops, const F& is_better) {
  Loops out;
  std::copy_if(loops.begin(), loops.end(), std::back_inserter(out), is_better);
  return out.empty() ? loops : out;
}

// How many of the program's own loops stand in one another in a loop, itself counted.
class Depths {
 public:
  explicit Depths(const infer::Engine& engine) : engine_(engine) {}

  // Each loop is gone into once: `inside` holds those of all levels.
  std::size_t Of(const infer::LoopRecord& loop) {
    if (const auto known = depths_.find(&loop); known != depths_.end())
      return known->second;
    std::size_t depth = 0;
    for (const auto* inner : loop.inside)
      if (const infer::LoopRecord& record = engine_.loops.at(inner);
          !record.inside.contains(loop.loop) && !rir::IsStandardName(record.function->name))
        depth = std::max(depth, Of(record));
    return depths_[&loop] = depth + 1;
  }

 private:
  const infer::Engine& engine_;
  std::map<const infer::LoopRecord*, std::size_t> depths_;
};

}  // namespace detrain::plan

#endif
