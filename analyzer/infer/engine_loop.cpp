// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops: found invariant cell by cell, then one iteration's sets are generalised over the iteration number.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

namespace {

constexpr int kMaxPasses = 12;
constexpr std::size_t kMaxStates = 6;
constexpr int kMaxWraps = 3;

bool Includes(const Deps& a, const Deps& b) {
  return std::includes(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

Engine::Iteration Engine::RunIteration(const rir::LoopOp& data, State state) {
  const rir::Function& f = *stack_.back().function;
  Iteration out;
  auto test = [&](State s, std::optional<State>& holds, std::optional<State>& fails) {
    if (data.test != rir::kNone) {
      Flow flow = Exec(f.blocks[data.test], std::move(s));
      if (!flow.next)
        return;
      s = std::move(*flow.next);
    }
    if (!data.condition) {
      holds = std::move(s);
      return;
    }
    const Value condition = Operand(data.condition, s);
    const ExprId truth = Truth(condition, s);
    out.truth = truth;
    Prover prover(pool, s.facts);
    const bool surely = prover.Holds(truth), never = prover.Holds(pool.Not(truth));
    Merge(s.control, condition.deps);
    State other = s;
    if (!never && s.facts.Assume(pool, truth))
      holds = std::move(s);
    if (!surely && other.facts.Assume(pool, pool.Not(truth)))
      fails = std::move(other);
  };
  std::optional<State> start = std::move(state);
  if (data.kind == rir::LoopKind::TestFirst) {
    std::optional<State> holds;
    test(std::move(*start), holds, out.exit);
    start = std::move(holds);
    out.inside = start;
  }
  if (!start)
    return out;
  Flow body = Exec(f.blocks[data.body], std::move(*start));
  std::vector<State> ends;
  if (body.next)
    ends.push_back(std::move(*body.next));
  for (auto& [loop, s] : body.continues) {
    if (loop == data.loop)
      ends.push_back(std::move(s));
    else
      out.rest.continues.emplace_back(loop, std::move(s));
  }
  for (auto& [loop, s] : body.breaks) {
    if (loop == data.loop)
      out.breaks.push_back(std::move(s));
    else
      out.rest.breaks.emplace_back(loop, std::move(s));
  }
  out.rest.returns = std::move(body.returns);
  std::optional<State> end = JoinAll(std::move(ends));
  if (end && data.step != rir::kNone)
    end = Exec(f.blocks[data.step], std::move(*end)).next;
  if (end && data.kind == rir::LoopKind::TestLast) {
    std::optional<State> holds;
    test(std::move(*end), holds, out.exit);
    end = std::move(holds);
  }
  out.end = std::move(end);
  return out;
}

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
        v.alternatives = ShiftPointer(first, moved, head, std::nullopt).alternatives;
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
  for (const auto& [id, contents] : end.memory) {
    auto it = head.memory.find(id);
    if (it != head.memory.end() && it->second == contents)
      continue;
    const Object& o = objects[id];
    if (it == head.memory.end()) {
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

// How often the body runs, where the test alone decides it: one comparison that is linear in the iteration number.
std::optional<ExprId> Engine::TripCount(AtomId iteration, const Iteration& ran) {
  if (!ran.breaks.empty() || !ran.rest.returns.empty() || !ran.rest.breaks.empty() || !ran.rest.continues.empty())
    return std::nullopt;
  const auto test = ran.truth == kNoExpr ? std::nullopt : pool.AsAtom(ran.truth);
  if (!test)
    return std::nullopt;
  const Atom info = pool.At(*test);
  if (info.op == AtomOp::Ge0) {  // rest - slope * k >= 0
    const auto linear = pool.LinearIn(info.args[0], iteration);
    if (!linear || pool.IsZero(linear->slope))
      return std::nullopt;
    const ExprId slope = pool.Scale(linear->slope, -1);
    const auto constant = pool.AsConstant(slope);
    if (constant && *constant <= 0)
      return std::nullopt;
    if (constant && *constant == 1)
      return pool.Add(linear->rest, pool.One());
    return pool.CeilDiv(pool.Add(linear->rest, pool.One()), slope);
  }
  if (info.op != AtomOp::Not)  // `i != n` counts as `i < n`
    return std::nullopt;
  const auto inner = pool.AsAtom(info.args[0]);
  if (!inner || pool.At(*inner).op != AtomOp::Eq0)
    return std::nullopt;
  const auto linear = pool.LinearIn(pool.At(*inner).args[0], iteration);
  const auto slope = linear ? pool.AsConstant(linear->slope) : std::nullopt;
  if (!slope || *slope == 0)
    return std::nullopt;
  return pool.DivideExactly(pool.Scale(linear->rest, -1), linear->slope);
}

// `assert(0 <= a[i] && a[i] < n)` in a loop over i says so of all elements afterwards.
void Engine::LearnRanges(const State& end, State& out, AtomId iteration, ExprId trips) {
  for (ExprId f : end.facts.at_least_zero) {
    for (AtomId m : pool.TopAtoms(f)) {
      const Atom info = pool.At(m);
      if (info.op != AtomOp::Memory || !pool.Mentions(info.args[0], iteration))
        continue;
      const auto id = static_cast<ObjectId>(info.detail[0]);
      auto linear = pool.LinearIn(f, m);
      auto slope = linear ? pool.AsConstant(linear->slope) : std::nullopt;
      if (!slope || (*slope != 1 && *slope != -1) || pool.Mentions(linear->rest, iteration))
        continue;
      if (!out.memory.contains(id))
        out.memory[id] = std::make_shared<Contents>(DefaultOf(id));
      if (out.Of(id).version != info.detail[1] || !out.Of(id).clobbers.empty())
        continue;
      auto where =
          Generalize(pool, out.facts, {info.args[0], pool.Constant(static_cast<std::int64_t>(info.detail[2])), {}, {}},
                     iteration, trips);
      if (!where || !where->guards.empty())
        continue;
      Contents& c = out.Change(id);
      auto same = std::find_if(c.ranges.begin(), c.ranges.end(), [&](const auto& r) { return r.where == *where; });
      if (same == c.ranges.end()) {
        c.ranges.push_back({*where, kNoExpr, kNoExpr});
        same = c.ranges.end() - 1;
      }
      if (*slope == 1)
        same->low = pool.Scale(linear->rest, -1);
      else
        same->high = linear->rest;
    }
  }
}

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

// Whether a read of the same bytes, under no more conditions, is on the list.
bool Engine::Implied(const Read& read, const std::vector<Read>& list) {
  return std::any_of(list.rbegin(), list.rend(), [&](const Read& r) {
    return r.object == read.object && r.offset == read.offset && r.length == read.length && r.use == read.use &&
           Includes(read.control, r.control) &&
           std::includes(read.facts->truths.begin(), read.facts->truths.end(), r.facts->truths.begin(),
                         r.facts->truths.end()) &&
           r.facts->zero.size() <= read.facts->zero.size();
  });
}

void Engine::Finish(const rir::Op& op, const rir::LoopOp& data, const State& entry, Iteration& ran, Level level,
                    AtomId iteration, Flow& flow, std::optional<State>& next) {
  const ExprId k = pool.OfAtom(iteration);
  if (options_.step_loop == nullptr)
    RecordLoop(op, data, level, iteration);
  std::optional<ExprId> trips;
  if (data.kind == rir::LoopKind::TestFirst && ran.inside)
    trips = TripCount(iteration, ran);
  // What certainly was written by the iterations before number k.
  std::map<ObjectId, std::vector<Piece>> earlier;
  if (ran.end)
    for (const auto& [id, contents] : ran.end->memory)
      for (const Piece& p : contents->written)
        if (auto g = Generalize(pool, ran.end->facts, p, iteration, k))
          earlier[id].push_back(std::move(*g));
  Level& outer = levels_.back();
  for (Read& r : level.pending) {
    const Object& o = objects[r.object];
    auto covered = [&](const std::vector<Piece>& pieces) {
      if (pieces.empty() || o.many)
        return false;
      if (r.length != kNoExpr && Covers(pool, *r.facts, pieces, r.offset, r.length))
        return true;
      if (o.extent != kNoExpr && Covers(pool, *r.facts, pieces, pool.Zero(), o.extent))
        return true;
      return r.low != kNoExpr && Covers(pool, *r.facts, pieces, r.low, pool.Sub(r.high, r.low));
    };
    std::vector<Piece> pieces = entry.Of(r.object).written;
    if (auto it = earlier.find(r.object); it != earlier.end())
      for (const Piece& p : it->second)
        AddPiece(pool, pieces, p);  // what stood there before the loop may adjoin it
    if (!covered(pieces) && !Implied(r, outer.pending))
      outer.pending.push_back(std::move(r));
  }
  for (Write& w : level.writes)
    outer.writes.push_back(std::move(w));
  std::vector<State> exits;
  auto leave = [&](State s, const ExprId* count) {
    for (auto& [id, contents] : s.memory) {
      const auto& before = entry.Of(id).written;
      std::vector<Piece> all = before;
      if (ran.end && count != nullptr)
        for (const Piece& p : ran.end->Of(id).written)
          if (auto g = Generalize(pool, s.facts, p, iteration, *count))
            AddPiece(pool, all, std::move(*g));
      if (all.empty())
        continue;
      for (const Piece& p : contents->written)
        AddPiece(pool, all, p);
      s.Change(id).written = std::move(all);
    }
    exits.push_back(std::move(s));
  };
  if (ran.exit) {
    ExprId count = k;
    State out = std::move(*ran.exit);
    if (trips) {
      count = *trips;
      if (Prover(pool, entry.facts).AtLeastZero(*trips))
        Substitute(out, iteration, *trips);
      if (ran.end)
        LearnRanges(*ran.end, out, iteration, *trips);
    } else if (data.kind == rir::LoopKind::TestLast) {
      count = k;  // iterations 0..k-1, and the last one, whose sets `out` holds
    }
    leave(std::move(out), &count);
  }
  for (State& s : ran.breaks)
    leave(std::move(s), &k);
  auto with_writes = [&](State& s) {
    for (auto& [id, contents] : s.memory) {
      std::vector<Piece> all = entry.Of(id).written;
      for (const Piece& p : contents->written)
        AddPiece(pool, all, p);
      if (!all.empty())
        s.Change(id).written = std::move(all);
    }
  };
  for (auto& [loop, s] : ran.rest.breaks)
    with_writes(s);
  for (auto& [loop, s] : ran.rest.continues)
    with_writes(s);
  for (auto& [s, v] : ran.rest.returns)
    with_writes(s);
  flow.TakeExits(ran.rest);
  next = JoinAll(std::move(exits));
  if (next)
    next->control = entry.control;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): callers give their state away
void Engine::ExecLoop(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow, std::optional<State>& next) {
  const bool is_short = IsShort(data, entry);
  if (is_short && WorthUnrolling(*stack_.back().function, data.body, 0) && Unroll(op, data, entry, flow, next))
    return;
  LoopMemory& known = MemoryOf(data);
  const auto outs = outputs.size(), opaques = opaque.size();
  const auto records = is_short ? loops : decltype(loops){};
  active_loops_.push_back(&data);
  const bool noting = noting_;
  for (int pass = 0;; ++pass) {
    const ExprId k = FreshIteration("k" + std::to_string(symbolic_depth_ + 1));
    const AtomId iteration = *pool.AsAtom(k);
    State head = HeadOf(entry, known, k);
    levels_.emplace_back();
    ++symbolic_depth_;
    noting_ = noting && (known.settled || pass > kMaxPasses);
    const bool noted = noting_;
    Iteration ran = RunIteration(data, head);
    noting_ = noting;
    --symbolic_depth_;
    Level level = std::move(levels_.back());
    levels_.pop_back();
    const auto forget = [&] {
      outputs.resize(outs);
      opaque.resize(opaques);
    };
    if (pass == 0 && is_short && picks_.contains(iteration)) {
      loops = records;
      forget();
      active_loops_.pop_back();
      if (Unroll(op, data, entry, flow, next))
        return;
      active_loops_.push_back(&data);
    }
    if (pass == 0 && ran.end && SplitsOnNull(entry, *ran.end)) {
      forget();
      active_loops_.pop_back();
      return Peel(op, data, entry, flow, next);
    }
    const bool learned =
        ran.end && pass <= kMaxPasses && (Learn(head, *ran.end, known, k, true) || Narrow(head, *ran.end, known));
    known.settled = !learned;
    if (learned || (noting && !noted && pass <= kMaxPasses)) {
      forget();
      continue;
    }
    active_loops_.pop_back();
    if (pass > kMaxPasses && ran.end && Learn(head, *ran.end, known, k, true)) {
      known.settled = false;
      if (options_.step_loop == nullptr)
        RecordLoop(op, data, level, iteration);
      return GiveUp(op, std::move(entry), ran, flow, next);
    }
    Finish(op, data, entry, ran, std::move(level), iteration, flow, next);
    return;
  }
}

// A loop whose invariant was not found: it may read and write anything, and end in any way that its body can.
void Engine::GiveUp(const rir::Op& op, State entry, Iteration& ran, Flow& flow, std::optional<State>& next) {
  opaque.push_back({"loop", op.location, "opaque", "its invariant was not found; reads and writes anything"});
  std::vector<Value> all;
  for (ObjectId id = 0; id < objects.size(); ++id)
    all.push_back(Pointer(id));
  Worst(all, entry, op.location);
  for (auto& [loop, state] : ran.rest.breaks)
    state = entry;
  for (auto& [loop, state] : ran.rest.continues)
    state = entry;
  for (auto& [state, value] : ran.rest.returns) {
    state = entry;
    if (value.kind == Value::Kind::Int)
      value.number = pool.Fresh("result");
    if (value.kind == Value::Kind::Pointer)
      value.alternatives = Pointer(ExternalOf(pool.Fresh("result"), rir::kNone, "result")).alternatives;
  }
  flow.TakeExits(ran.rest);
  if (ran.exit || !ran.breaks.empty())
    next = std::move(entry);
}

// Buffers that the first iteration allocates: it runs on its own, so that the others find them allocated.
void Engine::Peel(const rir::Op& op, const rir::LoopOp& data, const State& entry, Flow& flow,
                  std::optional<State>& next) {
  active_loops_.push_back(&data);
  Iteration first = RunIteration(data, entry);
  active_loops_.pop_back();
  std::vector<State> exits = std::move(first.breaks);
  if (first.exit)
    exits.push_back(std::move(*first.exit));
  flow.TakeExits(first.rest);
  if (first.end) {
    first.end->control = entry.control;
    std::optional<State> rest;
    ExecLoop(op, data, std::move(*first.end), flow, rest);
    if (rest)
      exits.push_back(std::move(*rest));
  }
  next = JoinAll(std::move(exits));
  if (next)
    next->control = entry.control;
}

void Engine::EnterNest(const State& entry) {
  boundary.outer = entry;
  boundary.outer_atoms = *pool.AsAtom(pool.Fresh("nest"));
}

// Where a loop's first iteration allocates what the others find allocated: the state before the first one or after it.
State Engine::WithFirst(const rir::LoopOp& data, State entry) {
  active_loops_.push_back(&data);
  const Iteration first = RunIteration(data, entry);
  active_loops_.pop_back();
  if (!first.end || !SplitsOnNull(entry, *first.end))
    return entry;
  State both = Join(entry, *first.end, pool.Ge0(pool.Fresh("first")));
  both.control = entry.control;
  return both;
}

// A loop around the step loop. Its invariant is found as for any loop; then one more pass notes what follows the
// boundary.
void Engine::ExecNest(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow, std::optional<State>& next) {
  if (mode_ == Mode::Plain)
    return ExecLoop(op, data, std::move(entry), flow, next);
  const bool outermost =
      nest_.empty() || std::none_of(nest_.begin(), nest_.end(), [](const NestStep& n) { return n.loop != nullptr; });
  if (outermost && mode_ == Mode::Final && !reached_)
    EnterNest(entry);
  LoopMemory& known = MemoryOf(data);
  const ExprId k = FreshIteration("epoch");
  if (mode_ == Mode::Final) {
    mode_ = Mode::Plain;
    const Level saved = levels_.back();
    const auto outs = outputs.size(), opaques = opaque.size();
    entry = WithFirst(data, std::move(entry));
    Flow ignored;
    std::optional<State> unused;
    ExecLoop(op, data, entry, ignored, unused);
    levels_.back() = saved;
    outputs.resize(outs);
    opaque.resize(opaques);
    mode_ = Mode::Final;
    between_ = !reached_;
  }
  auto written = [&](State& head) {  // keep what the path has written: the boundary is its start
    for (auto& [id, contents] : head.memory) {
      const auto& w = entry.Of(id).written;
      if (!w.empty())
        head.Change(id).written = w;
    }
  };
  nest_.push_back({stack_.back().function, &data, op.location});
  State head = HeadOf(entry, known, k);
  written(head);
  Iteration ran = RunIteration(data, std::move(head));
  std::vector<State> exits = std::move(ran.breaks);
  if (ran.exit)
    exits.push_back(std::move(*ran.exit));
  flow.TakeExits(ran.rest);
  if (mode_ == Mode::Final && reached_ && ran.end) {  // around once more, to the next boundary
    mode_ = Mode::Tail;
    State again = HeadOf(*ran.end, known, FreshIteration("epoch"));
    again.since_boundary = true;
    for (auto& [id, contents] : again.memory) {
      const auto& w = ran.end->Of(id).written;
      if (!w.empty())
        again.Change(id).written = w;
    }
    Iteration tail = RunIteration(data, std::move(again));
    if (tail.exit)
      exits.push_back(std::move(*tail.exit));
    for (State& s : tail.breaks)
      exits.push_back(std::move(s));
    flow.TakeExits(tail.rest);
    mode_ = Mode::Final;
  }
  nest_.pop_back();
  if (mode_ == Mode::Final && outermost && reached_)
    boundary.writes = levels_[0].writes;
  next = JoinAll(std::move(exits));
}

// Whether some pointer is null in one state and surely not in the other.
bool Engine::SplitsOnNull(const State& a, const State& b) {
  const auto null_only = [](const Value& v) { return v.alternatives.size() == 1 && v.alternatives[0].is_null; };
  const auto never_null = [](const Value& v) {
    return !v.alternatives.empty() &&
           std::none_of(v.alternatives.begin(), v.alternatives.end(), [](const Alternative& z) { return z.is_null; });
  };
  const auto differs = [&](ObjectId id, const State& mine, const State& other) {
    for (const Cell& x : mine.Of(id).cells) {
      if (x.value.kind != Value::Kind::Pointer || (!null_only(x.value) && !never_null(x.value)))
        continue;
      const auto y = ValueAt(other, id, x);
      if (y && ((null_only(x.value) && never_null(*y)) || (never_null(x.value) && null_only(*y))))
        return true;
    }
    return false;
  };
  const auto is_unborn = [&](ObjectId id) {
    return objects[id].kind == ObjectKind::Heap || objects[id].kind == ObjectKind::Handle;
  };
  return std::any_of(b.memory.begin(), b.memory.end(), [&](const auto& entry) {
    const ObjectId id = entry.first;
    const auto it = a.memory.find(id);
    if (it == a.memory.end() ? is_unborn(id) : it->second == entry.second)
      return false;
    return differs(id, b, a) || differs(id, a, b);
  });
}

void Engine::ExecStepLoop(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow,
                          std::optional<State>& next) {
  if (mode_ == Mode::Plain)
    return ExecLoop(op, data, std::move(entry), flow, next);
  if (mode_ == Mode::Final && reached_) {
    revisited = true;
    return ExecLoop(op, data, std::move(entry), flow, next);
  }
  if (mode_ == Mode::Tail) {
    Iteration ran = RunIteration(data, std::move(entry));
    std::vector<State> exits = std::move(ran.breaks);
    if (ran.exit)
      exits.push_back(std::move(*ran.exit));
    flow.TakeExits(ran.rest);
    next = JoinAll(std::move(exits));
    return;
  }
  reached_ = true;
  between_ = false;
  const bool outermost = std::none_of(nest_.begin(), nest_.end(), [](const NestStep& n) { return n.loop != nullptr; });
  if (outermost)
    EnterNest(entry);
  struct Disjunct {
    State base;
    LoopMemory known;
  };
  std::deque<Disjunct> disjuncts;
  disjuncts.push_back({entry, {}});
  const auto mode = mode_;
  mode_ = Mode::Plain;
  const Level saved = levels_.back();
  const auto outs = outputs.size(), opaques = opaque.size();
  for (int pass = 0; pass < 4 * kMaxPasses; ++pass) {
    bool changed = false;
    for (std::size_t i = 0; i < disjuncts.size(); ++i) {
      const ExprId k = FreshIteration("step");
      State head = HeadOf(disjuncts[i].base, disjuncts[i].known, k);
      head.control.clear();
      Iteration ran = RunIteration(data, head);
      if (!ran.end)
        continue;
      ran.end->control.clear();
      std::size_t j = 0;
      while (j < disjuncts.size() && SplitsOnNull(disjuncts[j].base, *ran.end))
        ++j;
      if (j == disjuncts.size() && disjuncts.size() < kMaxStates) {
        disjuncts.push_back({std::move(*ran.end), {}});
        changed = true;
        continue;
      }
      if (j == disjuncts.size())
        j = i;
      if (j == i) {
        changed = Learn(head, *ran.end, disjuncts[j].known, k, true) || changed;
      } else {
        State other = HeadOf(disjuncts[j].base, disjuncts[j].known, k);
        changed = Learn(other, *ran.end, disjuncts[j].known, k, false) || changed;
      }
    }
    if (!changed)
      break;
    if (pass == 4 * kMaxPasses - 1)
      opaque.push_back({"step loop", op.location, "opaque", "its invariant was not found"});
  }
  levels_.back() = saved;
  outputs.resize(outs);
  opaque.resize(std::min(opaque.size(), opaques));
  mode_ = mode;
  recording_ = noting_ = true;  // what runs before the boundary runs again after it, in ExecNest's tail
  boundary_path_ = stack_.back().path;
  for (auto& [key, known] : loop_memory_) {
    known.settled = false;  // dependences that earlier passes saw are not counted from the boundary
    for (auto& [where, change] : known.changed)
      change.joined.deps.clear();
    for (auto& [id, lost] : known.lost) {
      lost.deps.clear();
      for (auto& [leaf, value] : lost.any)
        value.deps.clear();
    }
  }
  boundary.entry = entry;
  boundary.nest = nest_;
  boundary.nest.push_back({stack_.back().function, &data, op.location});
  for (const auto& [where, id] : variables_)
    for (std::size_t f = 0; f < stack_.size(); ++f)
      if (where.second == stack_[f].path && module_.regions[where.first].function != rir::kNone)
        boundary.frame_of[id] = static_cast<std::uint32_t>(f);
  std::vector<State> exits;
  for (Disjunct& d : disjuncts) {
    const ExprId k = FreshIteration("step");
    State head = HeadOf(d.base, d.known, k);
    head.control.clear();
    head.since_boundary = true;
    for (auto& [id, contents] : head.memory) {  // from here on, what a value depends on is counted from the boundary
      Contents& c = head.Change(id);
      c.deps.clear();
      for (Cell& cell : c.cells)
        cell.value.deps = {SourceOf({SourceKind::Cell, id, LeafAt(id, cell.offset, kNoExpr), "", {}})};
      for (auto& [key, value] : c.any)
        value.deps.clear();
    }
    boundary.states.push_back(head);
    Iteration ran = RunIteration(data, std::move(head));
    boundary.ends.push_back(ran.end ? *ran.end : State{});
    if (ran.exit)
      exits.push_back(std::move(*ran.exit));
    for (State& s : ran.breaks)
      exits.push_back(std::move(s));
    flow.TakeExits(ran.rest);
  }
  if (outermost)
    boundary.writes = levels_[0].writes;
  next = JoinAll(std::move(exits));
}

}  // namespace detrain::infer
