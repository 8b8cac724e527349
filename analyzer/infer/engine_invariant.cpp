// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an iteration changes: the invariant of a loop, found cell by cell.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr int kMaxWraps = 3;

}  // namespace

ExprId Engine::FreshIteration(std::string name) {
  const ExprId k = pool.Fresh(std::move(name));
  const AtomId atom = *pool.AsAtom(k);
  pool.SetLower(atom, pool.Zero());
  pool.Mutable(atom).is_iteration = true;
  pool.Mutable(atom).detail = {next_version_};  // content of this version or a later one is the loop's own
  return k;
}

// The state at the top of iteration `iteration`, as far as `known` tells what changes.
State Engine::HeadOf(const State& entry, const LoopMemory& known, ExprId iteration) {
  State head = entry;
  for (const auto& [id, lost] : known.lost) {
    const bool unborn = objects[id].kind == ObjectKind::Heap || objects[id].kind == ObjectKind::Handle;
    if (!head.memory.contains(id) && !known.born.contains(id)) {
      if (unborn)
        continue;  // there is no such block on this path
      head.memory[id] = std::make_shared<Contents>(DefaultOf(id));
    }
    Contents& c = head.Change(id);
    Merge(c.deps, lost.deps);
    for (const auto& [key, value] : lost.any) {
      auto [it, fresh] = c.any.try_emplace(key, value);
      if (!fresh)
        it->second = JoinValues(it->second, value, kNoExpr);
    }
    if (lost.whole) {
      c.version = next_version_++;
      c.zeroed = false;
      c.clobbers.clear();
      c.ranges.clear();
      std::erase_if(c.cells, [&](const Cell& cell) { return !pool.AsConstant(cell.offset); });
    }
    for (auto [low, high] : lost.ranges) {
      std::erase_if(c.clobbers, [&](const auto& x) { return x.low == low && x.high == high; });
      c.clobbers.push_back({low, high, next_version_++});
    }
  }
  for (const auto& [where, change] : known.changed) {
    const auto& [id, at] = where;
    const bool unborn = objects[id].kind == ObjectKind::Heap || objects[id].kind == ObjectKind::Handle;
    if (!head.memory.contains(id) && unborn)
      continue;
    if (!head.memory.contains(id))
      head.memory[id] = std::make_shared<Contents>(DefaultOf(id));
    Contents& c = head.Change(id);
    auto cell = std::find_if(c.cells.begin(), c.cells.end(),
                             [&](const Cell& x) { return x.offset == at.first && x.size == at.second; });
    Value v = change.joined;
    if (cell != c.cells.end())
      v = JoinValues(cell->value, v, kNoExpr);
    if (change.delta && cell != c.cells.end()) {
      const ExprId moved = pool.Mul(*change.delta, iteration);
      const Value& first = cell->value;
      if (first.kind == Value::Kind::Int)
        v.number = pool.Add(first.number, moved);
      else
        v.alternatives = ShiftPointer(first, moved, std::nullopt).alternatives;
    } else if (change.wrap && cell != c.cells.end() && cell->value.kind == Value::Kind::Pointer) {
      Value last = change.wrap->value;
      Substitute(last, change.wrap->atom, pool.Sub(iteration, pool.One()));
      v.alternatives = JoinValues(cell->value, last, pool.Ge0(pool.Scale(iteration, -1))).alternatives;
    } else if (v.kind == Value::Kind::Int) {
      v.number = pool.Fresh("carried");
    } else if (v.kind == Value::Kind::Pointer) {
      for (Alternative& a : v.alternatives) {
        a.guards.clear();
        if (IsPlace(a.target.offset))
          a.target.offset = pool.Fresh("place");  // another one in each iteration
      }
    }
    if (cell != c.cells.end())
      cell->value = std::move(v);
    else
      c.cells.push_back({at.first, at.second, std::move(v)});
  }
  for (auto& [id, contents] : head.memory)
    if (!contents->written.empty())
      head.Change(id).written.clear();
  return head;
}

bool Engine::LearnObject(ObjectId id, const State& head, const Contents& end, LoopMemory& known, ExprId iteration,
                         bool same_loop) {
  bool learned = false;
  auto it = head.memory.find(id);
  const Contents start = it == head.memory.end() ? DefaultOf(id) : *it->second;
  const bool new_version = start.version != end.version || start.zeroed != end.zeroed;
  std::set<std::pair<ExprId, ExprId>> ranges;
  for (const auto& x : end.clobbers)
    if (std::none_of(start.clobbers.begin(), start.clobbers.end(),
                     [&](const auto& y) { return y.low == x.low && y.high == x.high && y.version == x.version; })) {
      const bool varies = !pool.AsConstant(x.low) || !pool.AsConstant(x.high);
      if (varies)
        ranges.insert({kNoExpr, kNoExpr});
      else
        ranges.insert({x.low, x.high});
    }
  const bool any_new = std::any_of(end.any.begin(), end.any.end(), [&](const auto& e) {
    auto old = start.any.find(e.first);
    return old == start.any.end() || !Subsumes(old->second, e.second);
  });
  const bool deps_new = !Includes(start.deps, end.deps);
  const bool lost_already = known.lost.contains(id);
  if (new_version || !ranges.empty() || any_new || deps_new) {
    auto& lost = known.lost[id];
    const bool whole = new_version || ranges.contains({kNoExpr, kNoExpr});
    if (!lost_already || (whole && !lost.whole) || any_new || !Includes(lost.deps, end.deps))
      learned = true;
    lost.whole = lost.whole || whole;
    Merge(lost.deps, end.deps);
    for (const auto& r : ranges)
      if (r.first != kNoExpr && lost.ranges.insert(r).second)
        learned = true;
    for (const auto& [key, value] : end.any) {
      auto [at, fresh] = lost.any.try_emplace(key, value);
      if (!fresh)
        at->second = JoinValues(at->second, value, kNoExpr);
    }
  }
  auto note = [&](ExprId offset, std::uint64_t size, const Value& before, const Value* after) {
    auto [at, fresh] = known.changed.try_emplace({id, {offset, size}});
    LoopMemory::Change& change = at->second;
    std::optional<ExprId> delta;
    if (same_loop && after != nullptr) {
      if (before.kind == Value::Kind::Int && after->kind == Value::Kind::Int && before.number != kNoExpr &&
          after->number != kNoExpr)
        delta = pool.Sub(after->number, before.number);
      else if (before.alternatives.size() == 1 && after->alternatives.size() == 1 && !before.alternatives[0].is_null &&
               !after->alternatives[0].is_null &&
               before.alternatives[0].target.object == after->alternatives[0].target.object)
        delta = pool.Sub(after->alternatives[0].target.offset, before.alternatives[0].target.offset);
    }
    if (delta)  // the amount must itself be the same in every iteration
      for (AtomId a : pool.AllAtoms(*delta))
        if (pool.At(a).is_iteration && pool.At(a).name == "k" + std::to_string(symbolic_depth_ + 1))
          delta.reset();
    const auto is_plain = [](const Value& v) {
      return v.kind == Value::Kind::Pointer && v.alternatives.size() == 1 && v.alternatives[0].guards.empty() &&
             !v.alternatives[0].is_null;
    };
    const auto try_wrap = [&](LoopMemory::Change& c) {
      if (same_loop && after != nullptr && is_plain(*after) && c.wraps++ < kMaxWraps)
        c.wrap = {*pool.AsAtom(iteration), *after};
    };
    if (fresh) {
      change.delta = delta && !pool.IsZero(*delta) ? delta : std::nullopt;
      if (!change.delta)
        try_wrap(change);
      change.joined = before;
      if (after != nullptr)
        change.joined = JoinValues(change.joined, *after, kNoExpr);
      learned = true;
      return;
    }
    if (change.delta && change.delta != delta) {
      change.delta.reset();
      try_wrap(change);
      learned = true;
    } else if (change.wrap) {
      Value expected = change.wrap->value;
      Substitute(expected, change.wrap->atom, iteration);
      if (!same_loop || after == nullptr || after->alternatives != expected.alternatives) {
        change.wrap.reset();
        try_wrap(change);
        learned = true;
      }
    }
    if (after != nullptr) {
      Value joined = JoinValues(change.joined, *after, kNoExpr);
      const bool grew = !Subsumes(change.joined, *after) || !Includes(change.joined.deps, joined.deps);
      if (grew) {
        change.joined = std::move(joined);
        learned = true;
      }
    }
  };
  for (const Cell& cell : end.cells) {
    auto old = std::find_if(start.cells.begin(), start.cells.end(),
                            [&](const Cell& x) { return x.offset == cell.offset && x.size == cell.size; });
    if (old != start.cells.end()) {
      if (old->value.SameAs(cell.value) && Includes(old->value.deps, cell.value.deps))
        continue;
      auto seen = known.changed.find({id, {cell.offset, cell.size}});
      const bool free_already = seen != known.changed.end() && !seen->second.delta && !seen->second.wrap &&
                                Subsumes(seen->second.joined, cell.value);
      if (free_already && Includes(seen->second.joined.deps, cell.value.deps))
        continue;
      note(cell.offset, cell.size, old->value, &cell.value);
    } else if (pool.AsConstant(cell.offset)) {
      auto implied = Implicit(id, start, cell);
      if (implied && implied->SameAs(cell.value))
        continue;
      if (known.changed.contains({id, {cell.offset, cell.size}}))
        continue;
      note(cell.offset, cell.size, implied ? *implied : cell.value, nullptr);
      known.changed[{id, {cell.offset, cell.size}}].joined =
          implied ? JoinValues(*implied, cell.value, kNoExpr) : cell.value;
      known.changed[{id, {cell.offset, cell.size}}].delta.reset();
    }
  }
  for (const Cell& cell : start.cells) {
    const bool kept = std::any_of(end.cells.begin(), end.cells.end(),
                                  [&](const Cell& x) { return x.offset == cell.offset && x.size == cell.size; });
    auto seen = known.changed.find({id, {cell.offset, cell.size}});
    if (!kept && pool.AsConstant(cell.offset) &&
        (seen == known.changed.end() || seen->second.delta || seen->second.wrap)) {
      note(cell.offset, cell.size, cell.value, nullptr);
      known.changed[{id, {cell.offset, cell.size}}].delta.reset();
    }
  }
  return learned;
}

bool Engine::Learn(const State& head, const State& end, LoopMemory& known, ExprId iteration, bool same_loop) {
  bool learned = false;
  Rising<Memory> before(head.memory);
  for (const auto& [id, contents] : end.memory) {
    const auto* first = before.Find(id);
    if (first != nullptr && *first == contents)
      continue;
    const Object& o = objects[id];
    if (first == nullptr) {
      if (o.kind == ObjectKind::Variable) {
        const auto kind = module_.regions[o.region].kind;
        if (kind == rir::RegionKind::Local || kind == rir::RegionKind::Param)
          continue;  // begins anew in each iteration
      }
      if (o.kind == ObjectKind::Heap || o.kind == ObjectKind::Handle) {
        if (known.born.insert(id).second) {
          auto& lost = known.lost[id];
          lost.whole = true;
          Merge(lost.deps, contents->deps);
          lost.any = contents->any;
          for (const Cell& cell : contents->cells)
            if (cell.value.kind == Value::Kind::Pointer || cell.value.kind == Value::Kind::Function) {
              auto [at, fresh] = lost.any.try_emplace(LeafAt(id, cell.offset, kNoExpr), cell.value);
              if (!fresh)
                at->second = JoinValues(at->second, cell.value, kNoExpr);
            }
          learned = true;
        }
        continue;
      }
    }
    learned = LearnObject(id, head, *contents, known, iteration, same_loop) || learned;
  }
  return learned;
}

// The first pass sees `a[i]` as `a[0]`, because it does not yet know that i changes. Cells that a pass with the
// invariant leaves as they were, or does not leave at all, are taken out of it once; the next pass proves that they are
// not needed.
bool Engine::Narrow(const State& head, const State& end, LoopMemory& known) {
  if (std::exchange(known.narrowed, true))
    return false;
  const auto cell_of = [](const State& state, ObjectId id, const std::pair<ExprId, std::uint64_t>& at) -> const Cell* {
    for (const Cell& cell : state.Of(id).cells)
      if (cell.offset == at.first && cell.size == at.second)
        return &cell;
    return nullptr;
  };
  return std::erase_if(known.changed, [&](const auto& entry) {
           const auto& [id, at] = entry.first;
           const Cell *before = cell_of(head, id, at), *after = cell_of(end, id, at);
           return after == nullptr || (before != nullptr && before->value.SameAs(after->value));
         }) != 0;
}

}  // namespace detrain::infer
