// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is noted of a loop while the step loop is looked for: the float buffers that its iterations update.
#include <algorithm>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

LoopRecord& Engine::RecordOf(const rir::Op& op, const rir::LoopOp& data) {
  LoopRecord& record = loops[&data];
  record.function = stack_.back().function;
  record.loop = &data;
  record.location = op.location;
  for (const rir::LoopOp* outer : active_loops_) {
    record.around.insert(outer);
    loops[outer].inside.insert(&data);
  }
  return record;
}

// A single number, or a copy.
bool Engine::IsWeakUpdate(const Write& w) {
  const Object& o = objects[w.object];
  const auto extent = o.extent == kNoExpr ? std::nullopt : pool.AsConstant(o.extent);
  const bool is_member = w.low != kNoExpr && w.length != kNoExpr && pool.Sub(w.high, w.low) == w.length;
  const bool is_array = o.element != rir::kNone && TypeAt(o.element).kind == rir::TypeKind::Array;
  return w.kind == WriteKind::CopiedFloat || is_member ||
         (extent && *extent <= 16 && o.kind == ObjectKind::Variable && !is_array);
}

void Engine::RecordLoop(const rir::Op& op, const rir::LoopOp& data, const Level& level, AtomId iteration) {
  LoopRecord& record = RecordOf(op, data);
  std::set<ObjectId> carried;
  for (const Read& r : level.pending)
    carried.insert(r.object);
  std::set<ObjectId> partial, updated;
  for (const Write& w : level.writes) {
    if (w.kind == WriteKind::Other || !carried.contains(w.object))
      continue;
    Merge(record.depends[w.object], w.deps);
    if (IsWeakUpdate(w)) {
      record.weak.insert(w.object);
      continue;
    }
    updated.insert(w.object);
    if (pool.Mentions(w.offset, iteration))
      partial.insert(w.object);
  }
  for (ObjectId id : partial)
    updated.erase(id);
  record.partial.insert(partial.begin(), partial.end());
  record.updated.insert(updated.begin(), updated.end());
}

// A program whose parameters are single numbers: then these tell which loop trains.
void Engine::UseWeakUpdates() {
  if (std::any_of(loops.begin(), loops.end(), [](const auto& entry) { return !entry.second.updated.empty(); }))
    return;
  for (auto& [loop, record] : loops)
    record.updated = record.weak;
}

}  // namespace detrain::infer
