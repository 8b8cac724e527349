// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The invariant of a loop: what the top of any iteration looks like, as far as is known of what iterations change.
#include <algorithm>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

ExprId Engine::FreshIteration(std::string name) {
  const ExprId k = pool.Fresh(std::move(name));
  const AtomId atom = *pool.AsAtom(k);
  pool.SetLower(atom, pool.Zero());
  pool.Mutable(atom).is_iteration = true;
  pool.Mutable(atom).detail = {next_version_};  // content of this version or a later one is the loop's own
  return k;
}

// Null where there is no such object on this path.
Contents* Engine::ContentsAtHead(State& head, ObjectId id, bool is_born) {
  if (!head.memory.contains(id) && !is_born) {
    if (IsMadeByOp(id))
      return nullptr;
    head.memory[id] = std::make_shared<Contents>(DefaultOf(id));
  }
  return &head.Change(id);
}

// The blocks that are there where a loop is entered. What it learned where it was entered in another way may lead to
// others.
class Engine::Made {
 public:
  Made(const Engine& engine, const State& entry, const State& head) : engine_(engine), entry_(entry), head_(head) {}

  // Takes out what leads to a block that was not made on the way here; false where nothing is left. A pointer to one
  // that was made and freed is still there, and not null.
  bool Keep(Value& v) {
    const auto is_missing = [&](const Alternative& a) {
      return !a.is_null && engine_.objects[a.target.object].kind == ObjectKind::Heap &&
             !head_.memory.contains(a.target.object) && !IsReferred(a.target.object);
    };
    return std::erase_if(v.alternatives, is_missing) == 0 || !v.alternatives.empty() || !v.functions.empty();
  }

 private:
  bool IsReferred(ObjectId id) {
    if (!referred_) {
      referred_.emplace();
      const auto add = [&](const Value& v) {
        for (const Alternative& a : PlacesOf(v))
          referred_->insert(a.target.object);
      };
      for (const auto& [holder, contents] : entry_.memory) {
        std::ranges::for_each(contents->cells, add, &Cell::value);
        std::ranges::for_each(contents->any | std::views::values, add);
      }
    }
    return referred_->contains(id);
  }

  const Engine& engine_;
  const State &entry_, &head_;
  std::optional<std::set<ObjectId>> referred_;
};

// Contents that earlier iterations may have overwritten.
void Engine::Lose(Contents& c, const LoopMemory::Lost& lost, Made& made) {
  c.deps.Merge(lost.deps);
  for (auto [leaf, value] : lost.any)
    if (made.Keep(value))
      AddAny(c.any, leaf, value);
  if (c.zeroed)
    AddNulls(c.any);
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

// A pointer that is null or leads to one place: a number tells which, so that `if (!p) p = malloc(n)` sees the block of
// an earlier iteration only where there is one.
void Engine::TellNull(Value& v) {
  const auto nulls = std::ranges::count_if(v.alternatives, [](const Alternative& a) { return a.is_null; });
  if (v.alternatives.size() != 2 || nulls != 1)
    return;
  const ExprId is_null = pool.Eq0(pool.Fresh("null"));
  for (Alternative& a : v.alternatives)
    a.guards = {a.is_null ? is_null : pool.Not(is_null)};
}

// What a cell that changes holds at the top of an iteration. `first`: what it held before the loop; null: not known.
Value Engine::ValueAtHead(const Value* first, const LoopMemory::Change& change, ExprId iteration) {
  Value v = first != nullptr ? JoinValues(*first, change.joined, kNoExpr) : change.joined;
  if (change.delta && first != nullptr) {
    const ExprId moved = pool.Mul(*change.delta, iteration);
    if (first->kind == Value::Kind::Int)
      v.number = pool.Add(first->number, moved);
    else
      v.alternatives = ShiftPointer(*first, moved, std::nullopt).alternatives;
  } else if (change.wrap && first != nullptr && first->kind == Value::Kind::Pointer) {
    Value last = change.wrap->value;
    Substitute(last, change.wrap->atom, pool.Sub(iteration, pool.One()));
    v.alternatives = JoinValues(*first, last, pool.Ge0(pool.Scale(iteration, -1))).alternatives;
  } else if (v.kind == Value::Kind::Int) {
    v.number = pool.Fresh("carried");
    if (first != nullptr && first->HasNumber())
      NoteBeginning(v.number, first->number);
  } else if (v.kind == Value::Kind::Pointer) {
    for (Alternative& a : v.alternatives) {
      a.guards.clear();
      const auto grid = GridOf(a.target.offset);
      if (!grid)
        continue;
      MoveTo(a.target, AnotherPlace(*grid));  // in each iteration
      if (first == nullptr)
        continue;
      for (const Alternative& x : first->alternatives)
        if (!x.is_null && x.target.object == a.target.object)
          NoteBeginning(a.target.offset, x.target.offset);
    }
    TellNull(v);
  } else if (v.IsToldFromZero() && (first == nullptr || !pool.AsConstant(v.number))) {
    v.number = kNoExpr;
  }
  return v;
}

// In the first iteration stands there what the code before the loop left, though no cell tells it.
void Engine::AddOfEntry(const State& entry, ObjectId id, ExprId offset, Value& v) {
  const auto* known = entry.memory.Find(id);
  const std::optional<Value> stood = PointerIn(id, known == nullptr ? DefaultOf(id) : **known, offset);
  if (stood)
    v = JoinValues(*stood, v, kNoExpr);
}

// The state at the top of iteration `iteration`, as far as `known` tells what changes.
State Engine::HeadOf(const State& entry, const LoopMemory& known, ExprId iteration) {
  State head = entry;
  for (const ObjectId id : known.born)
    ContentsAtHead(head, id, true);
  Made made(*this, entry, head);
  for (const auto& [id, lost] : known.lost)
    if (Contents* c = ContentsAtHead(head, id, false))
      Lose(*c, lost, made);
  for (const auto& [where, learned] : known.changed) {
    const auto& [id, at] = where;
    LoopMemory::Change change = learned;
    Contents* c = made.Keep(change.joined) ? ContentsAtHead(head, id, false) : nullptr;
    if (c == nullptr)
      continue;
    Cell* cell = c->CellAt(at.first, at.second);
    if (cell == nullptr && change.joined.IsPointerLike())
      AddOfEntry(entry, id, at.first, change.joined);
    Value v = ValueAtHead(cell != nullptr ? &cell->value : nullptr, change, iteration);
    if (cell != nullptr)
      cell->value = std::move(v);
    else
      c->cells.push_back({at.first, at.second, std::move(v)});
  }
  for (const ObjectId id : known.stained)
    if (Contents* c = ContentsAtHead(head, id, false))
      c->is_zero = false;
  for (const auto& [id, contents] : head.memory) {
    if (!contents->written.empty())
      head.Change(id).written.clear();
    if (!contents->zeros.empty())
      head.Change(id).zeros.clear();
  }
  return head;
}

// A block that an iteration makes: those of earlier iterations may be anything that this one became.
bool Engine::LearnBorn(ObjectId id, const Contents& end, LoopMemory& known) {
  if (!known.born.insert(id).second)
    return false;
  auto& lost = known.lost[id];
  lost.whole = true;
  known.stained.insert(id);
  lost.deps.Merge(end.deps);
  lost.any = end.any;
  for (const Cell& cell : end.cells)
    if (cell.value.IsPointerLike())
      AddAny(lost.any, LeafAt(id, cell.offset, kNoExpr), cell.value);
  return true;
}

// Adds to `known` what an iteration from `head` to `end` has changed; true where that is new. `same_loop`: `end` came
// from this very `head`, so that differences between the two are those of one iteration.
bool Engine::Learn(const State& head, const State& end, LoopMemory& known, ExprId iteration, bool same_loop) {
  bool learned = false;
  const auto visit = [&](ObjectId id, const SharedContents* first, const SharedContents* last) {
    if (last == nullptr)
      return;
    const bool is_new = first == nullptr;
    if (is_new && objects[id].kind == ObjectKind::Variable && IsAutomatic(objects[id].region))
      return;  // begins anew in each iteration
    if (is_new && IsMadeByOp(id)) {
      learned = LearnBorn(id, **last, known) || learned;
      return;
    }
    const Contents untouched = DefaultOf(id);
    learned = LearnObject(id, is_new ? untouched : **first, **last, {known, iteration, same_loop}) || learned;
  };
  Memory::ForEachDifference(head.memory, end.memory, visit);
  return learned;
}

// The first pass sees `a[i]` as `a[0]`, because it does not yet know that i changes. Cells that a pass with the
// invariant leaves as they were, or does not leave at all, are taken out of it once; the next pass proves that they are
// not needed.
bool Engine::Narrow(const State& head, const State& end, LoopMemory& known) {
  if (std::exchange(known.narrowed, true))
    return false;
  return std::erase_if(known.changed, [&](const auto& entry) {
           const auto& [id, at] = entry.first;
           const Cell* before = head.Of(id).CellAt(at.first, at.second);
           const Cell* after = end.Of(id).CellAt(at.first, at.second);
           return after == nullptr || (before != nullptr && before->value.SameAs(after->value));
         }) != 0;
}

}  // namespace detrain::infer
