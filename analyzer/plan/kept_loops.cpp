// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/kept_loops.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/rir/fields.h"

namespace detrain::plan {

namespace {

using infer::Buffer;
using infer::LoopRecord;

// Whether a local, or what a function keeps, lives from one iteration of the loop to the next. `declared`: by the loop.
bool OutlivesIterations(const infer::Engine& engine, const LoopRecord& loop, const std::set<rir::RegionId>& declared,
                        infer::ObjectId id) {
  const infer::Object& object = engine.objects[id];
  if (object.kind != infer::ObjectKind::Variable || object.region == rir::kNone)
    return true;
  const rir::Region& region = engine.Program().regions[object.region];
  if (region.kind != rir::RegionKind::Local && region.kind != rir::RegionKind::Param)
    return true;
  const rir::Function* owner = &engine.Program().functions[region.function];
  if (owner == loop.function)
    return !declared.contains(object.region);
  return engine.CalleesInProgram().CallersOf(*loop.function).contains(owner);
}

// More than a single number.
bool IsBuffer(const LoopRecord& loop, const Buffer& buffer) {
  return loop.copied.contains(buffer) || (!loop.weak.contains(buffer) && !loop.weak_parts.contains(buffer));
}

struct Kept {
  Buffers all, appended;     // `appended` apart, as nothing is computed from it
  bool has_buffers = false;  // not single numbers alone
};

// What the loop, or one inside it, reads of what an earlier iteration has left, in memory that lives from one iteration
// of the outer loop to the next.
Kept KeptBy(const infer::Engine& engine, const LoopRecord& outer) {
  const std::set<rir::RegionId> declared = DeclaredIn(outer);
  Kept kept;
  const auto add = [&](const LoopRecord& loop) {
    for (const auto& [buffer, deps] : loop.depends)
      if (OutlivesIterations(engine, outer, declared, buffer.object)) {
        const bool is_appended = loop.appended.contains(buffer) && !loop.copied.contains(buffer);
        (is_appended ? kept.appended : kept.all).insert(buffer);
        kept.has_buffers = kept.has_buffers || (!is_appended && IsBuffer(loop, buffer));
      }
  };
  add(outer);
  for (const rir::LoopOp* loop : outer.inside)
    if (const LoopRecord& inner = engine.loops.at(loop); !rir::IsStandardName(inner.function->name))
      add(inner);
  return kept;
}

using KeptByLoop = std::map<const LoopRecord*, Kept>;

// Whether the loop appends to what it keeps, and makes that from what another one has appended: a model that grows.
bool GrowsFromOthers(const infer::Engine& engine, const LoopRecord& loop, const KeptByLoop& kept) {
  if (kept.at(&loop).appended.empty())
    return false;
  return std::ranges::any_of(kept, [&](const auto& other) {
    return !AreNested(*other.first, loop) &&
           std::ranges::any_of(other.second.appended, [&](const Buffer& b) { return IsMadeOf(engine, loop, b); });
  });
}

// Those that run more than once, and of them those of the first kind of which there are any: that keep arrays and
// tables, that keep single numbers, that append to a model.
Loops Keeping(const infer::Engine& engine, const Loops& all, const KeptByLoop& kept) {
  const auto keeps = [&](const LoopRecord* l) {
    const Buffers& buffers = kept.at(l).all;
    return !buffers.empty() && !OnlyAddsUp(engine, *l, buffers);
  };
  const Loops repeated = Prefer(all, [](const LoopRecord* l) { return l->repeats; });
  const std::vector<std::function<bool(const LoopRecord*)>> kinds = {
      [&](const LoopRecord* l) { return kept.at(l).has_buffers && keeps(l); }, keeps,
      [&](const LoopRecord* l) { return GrowsFromOthers(engine, *l, kept); }};
  for (const auto& is_such : kinds)
    if (std::ranges::any_of(repeated, is_such))
      return Prefer(repeated, is_such);
  return repeated;
}

std::string ReasonOf(const Kept& kept, const Loops& others) {
  std::string why = "no loop updates floating-point buffers from one iteration to the next; it is ";
  why += others.empty() ? "the outermost loop" : "of several outermost loops the one with the deepest nest";
  if (!kept.all.empty() || !kept.appended.empty())
    why += ", whose iterations leave counts, tables or records to later ones";
  return others.empty() ? why : why + "; --step names another one";
}

}  // namespace

std::optional<Found> LoopThatKeeps(const infer::TypedModule& typed) {
  const infer::Engine& engine = *typed.whole;
  const Loops all = WithPlaceForBoundary(*typed.module, engine, [](const LoopRecord&) { return true; });
  KeptByLoop kept;
  for (const LoopRecord* l : all)
    kept[l] = KeptBy(engine, *l);
  Loops outermost = Outermost(Keeping(engine, all, kept));
  if (outermost.empty())
    return std::nullopt;
  const auto is_part = [&](const LoopRecord* l) {
    return std::ranges::any_of(outermost, [&](const LoopRecord* m) {
      return kept[l].all.size() < kept[m].all.size() && Subset(kept[l].all, kept[m].all);
    });
  };
  Depths depths(engine);
  const auto rank = [&](const LoopRecord* l) { return std::tuple(!is_part(l), depths.Of(*l), l->ended); };
  std::ranges::stable_sort(outermost, std::greater(), rank);
  Loops others(outermost.begin() + 1, outermost.end());
  std::string why = ReasonOf(kept[outermost.front()], others);
  return Found{{outermost.front()}, std::move(others), std::move(why)};
}

}  // namespace detrain::plan
