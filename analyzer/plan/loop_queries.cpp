// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/loop_queries.h"

#include <tuple>

#include "analyzer/plan/entered_loops.h"
#include "analyzer/plan/launch_loops.h"
#include "analyzer/plan/rank_loops.h"
#include "analyzer/plan/thread_loops.h"
#include "analyzer/rir/fields.h"

namespace detrain::plan {

using infer::Buffer;
using infer::LoopRecord;

bool MayBe(const infer::Source& source, const Buffer& buffer) {
  const bool is_any = source.leaf == infer::kAnywhere || buffer.leaf == infer::kAnywhere;
  return source.kind == infer::SourceKind::Cell && source.object == buffer.object &&
         (is_any || source.leaf == buffer.leaf);
}

bool Subset(const Buffers& a, const Buffers& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

bool StandsBefore(const LoopRecord* a, const LoopRecord* b) {
  return std::tie(a->location.file, a->location.line, a->location.column) <
         std::tie(b->location.file, b->location.line, b->location.column);
}

std::set<const rir::LoopOp*> LibraryLoops(const rir::Module& module) {
  std::set<const rir::LoopOp*> loops;
  for (const rir::Function& f : module.functions)
    if (f.is_defined && rir::IsStandardName(f.name))
      rir::ForEachOp(f, f.body, [&](const rir::Op& op) {
        if (const auto* loop = std::get_if<rir::LoopOp>(&op.data))
          loops.insert(loop);
      });
  return loops;
}

bool IsOfAny(const LoopRecord& record, const std::set<const rir::LoopOp*>& loops) {
  return loops.contains(record.loop) ||
         std::ranges::any_of(record.around, [&](const rir::LoopOp* loop) { return loops.contains(loop); });
}

bool StandsIn(const std::set<const rir::LoopOp*>& constructs, const LoopRecord& loop) {
  return constructs.contains(loop.loop) || std::ranges::any_of(loop.always_around, [&](const rir::LoopOp* around) {
           return constructs.contains(around);
         });
}

bool AreNested(const LoopRecord& a, const LoopRecord& b) {
  return &a == &b || a.around.contains(b.loop) || b.around.contains(a.loop);
}

std::set<rir::RegionId> DeclaredIn(const LoopRecord& loop) {
  return rir::DeclaredIn(*loop.function, loop.loop->body);
}

bool OnlyAddsUp(const infer::Engine& engine, const LoopRecord& loop, const Buffers& updated) {
  if (!loop.inside.empty())
    return false;
  std::set<rir::RegionId> declared;
  bool is_called_inside = false;
  for (const rir::LoopOp* around : loop.around) {
    const LoopRecord& record = engine.loops.at(around);
    declared.merge(DeclaredIn(record));
    is_called_inside = is_called_inside || record.function != loop.function;
  }
  if (is_called_inside)
    declared.merge(rir::DeclaredIn(*loop.function, loop.function->body));
  return std::ranges::all_of(updated, [&](const Buffer& buffer) {
    const infer::Object& object = engine.objects[buffer.object];
    return object.kind == infer::ObjectKind::Variable && declared.contains(object.region);
  });
}

bool IsMadeOf(const infer::Engine& engine, const LoopRecord& loop, const Buffer& buffer) {
  const auto is_it = [&](std::uint32_t source) { return MayBe(engine.sources[source], buffer); };
  return std::ranges::any_of(loop.looked_at, is_it) || std::ranges::any_of(loop.depends, [&](const auto& written) {
           return std::ranges::any_of(written.second, is_it);
         });
}

Loops Outermost(const Loops& candidates) {
  Loops out;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(out), [&](const LoopRecord* l) {
    return std::none_of(candidates.begin(), candidates.end(),
                        [&](const LoopRecord* c) { return l->always_around.contains(c->loop); });
  });
  return out;
}

const LoopRecord* InnermostOf(const Loops& loops) {
  const auto innermost = std::ranges::find_if(loops, [&](const LoopRecord* a) {
    return std::ranges::none_of(loops, [&](const LoopRecord* b) { return a->inside.contains(b->loop); });
  });
  return innermost == loops.end() ? nullptr : *innermost;
}

Loops WithPlaceForBoundary(const rir::Module& module, const infer::Engine& engine,
                           const std::function<bool(const LoopRecord&)>& may_be) {
  const std::set<const rir::LoopOp*> launches = LaunchLoops(module), threads = ThreadLoops(module),
                                     library = LibraryLoops(module), some_ranks = LoopsOfSomeRanks(module),
                                     entered = EnteredLoops(module);
  Loops out;
  for (const auto& [loop, record] : engine.loops)
    if (may_be(record) && !IsOfAny(record, launches))  // no boundary can stand there, and no jump may enter
      out.push_back(&record);
  std::sort(out.begin(), out.end(), StandsBefore);
  out = Prefer(out, [&](const LoopRecord* l) { return !threads.contains(l->loop); });
  out = Prefer(out, [&](const LoopRecord* l) { return !some_ranks.contains(l->loop); });
  out = Prefer(out, [&](const LoopRecord* l) { return !entered.contains(l->loop); });
  // The library's own move elements about, unless they run what the program hands them.
  const auto is_programs = [&](const LoopRecord* l) { return !library.contains(l->loop); };
  return Prefer(out, [&, all = out](const LoopRecord* l) {
    return is_programs(l) ||
           std::ranges::any_of(all, [&](const LoopRecord* m) { return is_programs(m) && l->inside.contains(m->loop); });
  });
}

}  // namespace detrain::plan
