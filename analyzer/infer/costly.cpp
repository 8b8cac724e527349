// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/costly.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace detrain::infer {

namespace {

using Costs = std::map<const rir::Function*, Engine::Cost>;

// A function that is called once holds the loops that the plan is about, rather than what they repeat.
constexpr std::uint64_t kFewCalls = 2;
constexpr std::uint64_t kNoCalls = 0;      // where the step loop is known, what holds it is known as well
constexpr std::uint64_t kLeastShare = 64;  // of all work: what is cheaper than one part of so many is followed
constexpr std::uint64_t kRest = 4;         // most of a function's work is all but one part of so many
constexpr std::uint64_t kEnoughShare = 2;  // so much of it saved is enough: each summary makes what follows less exact

bool Holds(const rir::Function& f, const rir::LoopOp* loop) {
  return std::ranges::any_of(f.blocks, [&](const rir::Block& block) {
    return std::ranges::any_of(block.ops,
                               [&](const rir::Op& op) { return std::get_if<rir::LoopOp>(&op.data) == loop; });
  });
}

bool MayRun(const Touched& touched, const rir::LoopOp* loop) {
  return loop != nullptr &&
         std::ranges::any_of(touched.functions, [&](const rir::Function* f) { return Holds(*f, loop); });
}

bool MayBeSummarized(Engine& engine, const rir::Function& f, const EngineOptions& options) {
  if (options.summarized.contains(&f))
    return false;
  const auto& touched = engine.TouchedIn(f);
  return touched && !MayRun(*touched, options.step_loop);
}

// Whether the first had better be summarized: it is called more often, or does less, where both take most of the work.
bool IsSmaller(const Engine::Cost& a, const Engine::Cost& b) {
  return std::tuple(b.calls, a.work) < std::tuple(a.calls, b.work);
}

// The smallest of those that take at least so much work.
const rir::Function* Smallest(Engine& engine, const Costs& costs, std::uint64_t least, const EngineOptions& options) {
  const std::uint64_t few = options.step_loop == nullptr ? kFewCalls : kNoCalls;
  std::vector<std::pair<Engine::Cost, const rir::Function*>> found;
  for (const auto& [f, cost] : costs)
    if (cost.work >= least && cost.calls > few)
      found.emplace_back(cost, f);
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return IsSmaller(a.first, b.first) || (!IsSmaller(b.first, a.first) && a.second->name < b.second->name);
  });
  for (const auto& [cost, f] : found)
    if (MayBeSummarized(engine, *f, options))
      return f;
  return nullptr;
}

// The function, or one that it calls and that does most of its work: the smaller one reaches less.
const rir::Function* Within(Engine& engine, const rir::Function* f, const Costs& costs, const EngineOptions& options) {
  for (const rir::Function* inner = f; inner != nullptr;) {
    f = inner;
    const Engine::Cost& whole = costs.at(f);
    Costs smaller;
    for (const auto* callee : engine.TouchedIn(*f)->functions)
      if (const auto cost = costs.find(callee); cost != costs.end() && IsSmaller(cost->second, whole))
        smaller.insert(*cost);
    inner = Smallest(engine, smaller, whole.work - (whole.work / kRest), options);
  }
  return f;
}

}  // namespace

bool AddCostly(Engine& engine, EngineOptions& options) {
  Costs left = engine.spent;
  const std::uint64_t all = engine.work - engine.counted_from;
  std::uint64_t work = all;
  const std::size_t before = options.summarized.size();
  for (std::uint64_t share = 2; share <= kLeastShare && work > all / kEnoughShare;) {
    const rir::Function* f = Smallest(engine, left, all / share, options);
    if (f == nullptr) {
      share *= 2;
      continue;
    }
    f = Within(engine, f, left, options);
    options.summarized.insert(f);
    const std::uint64_t saved = left.at(f).work;
    work -= std::min(work, saved);
    for (const auto* inner : engine.TouchedIn(*f)->functions)
      left.erase(inner);
    const auto& callers = engine.CalleesInProgram().CallersOf(*f);
    for (auto& [outer, cost] : left)
      if (callers.contains(outer))
        cost.work -= std::min(cost.work, saved);
  }
  return options.summarized.size() > before;
}

void DropHolders(const rir::Module& module, EngineOptions& options) {
  if (options.summarized.empty())
    return;
  const Callees callees(module);
  std::erase_if(options.summarized, [&](const rir::Function* f) {
    const auto touched = TouchedBy(module, callees, *f);
    return !touched || MayRun(*touched, options.step_loop);
  });
}

}  // namespace detrain::infer
