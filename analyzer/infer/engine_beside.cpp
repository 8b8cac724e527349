// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that live beside the others.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine_quiet.h"

namespace detrain::infer {

namespace {

constexpr int kMaxRounds = 8;

}  // namespace

bool Engine::HasThreadsBeside() const {
  return threads_->HaveAnyBeside();
}

bool Engine::Threads::IsOwn(ObjectId id) const {
  const Object& o = engine_.objects[id];
  const auto& path = running_->stack.back().path;
  return o.kind == ObjectKind::Variable && engine_.IsAutomatic(o.region) && o.path.size() > path.size() &&
         std::equal(path.begin(), path.end(), o.path.begin());
}

Engine::Threads::Place Engine::Threads::PlaceOf(const Target& t, ExprId length) const {
  const auto is_number = [&](ExprId e) { return e != kNoExpr && engine_.pool.AsConstant(e).has_value(); };
  if (is_number(t.offset) && is_number(length))
    return {t.offset, length};
  if (is_number(t.low) && is_number(t.high))
    return {t.low, engine_.pool.Sub(t.high, t.low)};
  return {};
}

bool Engine::Threads::NoteRead(const Target& t, ExprId length) {
  if (running_ == nullptr || IsOwn(t.object))
    return false;
  if (engine_.noting_)  // passes before a loop's invariant is found see too much
    is_new_ = running_->read[t.object].insert(PlaceOf(t, length)).second || is_new_;
  return true;
}

bool Engine::Threads::NoteWrite(const Target& t, ExprId length, const Deps& deps) {
  if (running_ == nullptr || IsOwn(t.object))
    return false;
  if (!engine_.noting_)
    return true;
  is_new_ = running_->written[t.object].insert(PlaceOf(t, length)).second || is_new_;
  Merge(running_->deps, deps);
  return true;
}

ExprId Engine::Threads::Somewhere(ObjectId object) {
  const auto [place, is_new] = somewhere_.try_emplace(object, kNoExpr);
  if (is_new)
    place->second = engine_.pool.Fresh("somewhere");
  return place->second;
}

// A pointer of another time: the same object, somewhere in it.
Value Engine::Threads::Loosened(const Value& v) {
  Value out = v;
  out.deps.clear();
  for (Alternative& a : out.alternatives) {
    a.guards.clear();
    if (a.is_null || engine_.pool.AsConstant(a.target.offset))
      continue;
    a.target.offset = Somewhere(a.target.object);
    a.target.low = a.target.high = kNoExpr;
  }
  return out;
}

// What the bytes hold is not known any more, but for the pointers, which are among those that were ever there.
void Engine::Threads::Forget(const Beside& b, ObjectId id, const std::set<Place>& places, State& state) {
  ExprPool& pool = engine_.pool;
  Contents& c = state.Change(id);
  const bool is_all = engine_.objects[id].IsSeveral() || places.contains(Place{});
  const auto is_meant = [&](ExprId offset, ExprId length) {
    return is_all || std::ranges::any_of(places, [&](const Place& p) {
             return !engine_.Disjoint(offset, length, p.offset, p.length, state);
           });
  };
  std::erase_if(c.cells, [&](const Cell& cell) {
    if (!is_meant(cell.offset, pool.Constant(static_cast<std::int64_t>(cell.size))))
      return false;
    if (cell.value.IsPointerLike())
      engine_.AddAny(c.any, engine_.LeafAt(id, cell.offset, kNoExpr), Loosened(cell.value));
    return true;
  });
  c.ranges.clear();
  c.Stain(engine_.next_version_++);
  if (is_all) {
    c.version = engine_.next_version_++;
    c.zeroed = false;
    c.clobbers.clear();
  } else {
    for (const Place& p : places) {
      const ExprId high = pool.Add(p.offset, p.length);
      std::erase_if(c.clobbers, [&](const auto& x) { return x.low == p.offset && x.high == high; });
      c.clobbers.push_back({p.offset, high, engine_.next_version_++});
    }
  }
  if (const auto stored = b.pointers.find(id); stored != b.pointers.end())
    for (const auto& [leaf, value] : stored->second)
      engine_.AddAny(c.any, leaf, value);
}

// Or another one: two places in an object stand for any, so that few of them are told apart.
void Engine::Threads::Widen(Value& known, const Value& v) {
  known = engine_.JoinValues(known, v, kNoExpr);
  for (std::size_t i = 0; i < known.alternatives.size(); ++i) {
    const auto is_other = [&, at = known.alternatives[i].target](const Alternative& a) {
      return !a.is_null && a.target.object == at.object && a.target != at;
    };
    if (known.alternatives[i].is_null || std::ranges::none_of(known.alternatives, is_other))
      continue;
    const ObjectId object = known.alternatives[i].target.object;
    for (Alternative& a : known.alternatives)
      if (!a.is_null && a.target.object == object)
        a.target = {object, Somewhere(object), kNoExpr, kNoExpr};
  }
  std::ranges::sort(known.alternatives);
  const auto twice = std::ranges::unique(known.alternatives);
  known.alternatives.erase(twice.begin(), twice.end());
}

// Whether a pointer stands where the thread reads that did not when it was looked at: the end of a queue, a task.
bool Engine::Threads::MeetsNew(Beside& b, const State& state) {
  bool is_new = false;
  for (const auto& [id, places] : b.read) {
    if (!state.memory.contains(id) || engine_.objects[id].kind == ObjectKind::Text)
      continue;
    auto& met = b.met[id];
    const auto meet = [&](std::uint64_t leaf, const Value& value) {
      const Value v = Loosened(value);
      const auto [known, is_first] = met.try_emplace(leaf, v);
      if (!is_first && engine_.Subsumes(known->second, v))
        return;
      if (!is_first)
        Widen(known->second, v);
      is_new = true;
    };
    const Contents& c = state.Of(id);
    for (const Cell& cell : c.cells)
      if (cell.value.IsPointerLike())
        meet(engine_.LeafAt(id, cell.offset, kNoExpr), cell.value);
    for (const auto& [leaf, value] : c.any)
      meet(leaf, value);
  }
  return is_new;
}

// Where the thread waits the others run: what it will read may be anything then.
void Engine::Threads::Wait(State& state) {
  if (engine_.noting_)
    arrivals_.push_back(state);
  for (const auto& [id, places] : running_->read)
    if (state.memory.contains(id) && engine_.objects[id].kind != ObjectKind::Text) {
      Forget(*running_, id, {Place{}}, state);
      if (const auto met = running_->met.find(id); met != running_->met.end())
        for (const auto& [leaf, value] : met->second)
          engine_.AddAny(state.Change(id).any, leaf, value);
    }
  for (const auto& [id, contents] : state.memory)
    if (!contents->written.empty() && IsOwn(id))
      state.Change(id).written.clear();
  for (std::size_t level = 0; level < engine_.levels_.size(); ++level)
    waited_.insert(level);
}

// The pointers that stand where the thread writes.
void Engine::Threads::Learn(Beside& b, const State& end) {
  for (const auto& [id, places] : b.written) {
    auto& stored = b.pointers[id];
    const auto add = [&](std::uint64_t leaf, const Value& value) {
      const auto [known, is_first] = stored.try_emplace(leaf, Loosened(value));
      if (!is_first && !engine_.Subsumes(known->second, Loosened(value)))
        known->second = Loosened(engine_.JoinValues(known->second, Loosened(value), kNoExpr));
      else if (!is_first)
        return;
      is_new_ = true;
    };
    const Contents& c = end.Of(id);
    for (const Cell& cell : c.cells)
      if (cell.value.IsPointerLike())
        add(engine_.LeafAt(id, cell.offset, kNoExpr), cell.value);
    for (const auto& [leaf, value] : c.any)
      add(leaf, value);
  }
}

std::set<ObjectId> Engine::Threads::Reached(const Beside& b, const State& state) {
  std::set<ObjectId> out;
  for (const auto* accesses : {&b.read, &b.written})
    for (const auto& [id, places] : *accesses)
      if (!IsMadeBy(b, id))
        engine_.Reach(engine_.Pointer(id), state, out);
  return out;
}

void Engine::Threads::RunOnce(Beside& b, const State& state) {
  std::vector<Frame> stack = std::exchange(engine_.stack_, b.stack);
  arrivals_.clear();
  waited_.clear();
  Flow end = Run(b.body, state);
  has_waited_.pop_back();
  engine_.stack_ = std::move(stack);
  for (const State& at : arrivals_)
    Learn(b, at);
  if (end.next)
    Learn(b, *end.next);
}

// Runs the function until nothing new is found. What it reads of its own the last time may have been there while it
// waited.
void Engine::Threads::LookAt(Beside& b, State state) {
  const Quiet quiet(engine_);
  running_ = &b;
  engine_.noting_ = true;
  Level level;
  is_new_ = true;
  for (int round = 0; round < kMaxRounds && is_new_; ++round) {
    is_new_ = false;
    engine_.levels_.emplace_back();
    RunOnce(b, state);
    level = std::move(engine_.levels_.back());
    engine_.levels_.pop_back();
    Act(b, state);
  }
  if (is_new_)
    engine_.lost.push_back({"thread", b.at, "opaque", "does more than could be followed"});
  FindLost(b, level.pending);
  b.known = Reached(b, state);
  running_ = nullptr;
}

// Whether the thread has allocated it, or it is a variable of one of its activations. That it is young says nothing:
// the function was run before it was known that it waits (Waits), and it may be the first to touch a variable of all.
bool Engine::Threads::IsMadeBy(const Beside& b, ObjectId id) const {
  const Object& o = engine_.objects[id];
  const bool is_automatic = o.kind == ObjectKind::Variable && engine_.IsAutomatic(o.region);
  return (is_automatic || engine_.IsMadeByOp(id)) && o.path.size() >= b.own.size() &&
         std::equal(b.own.begin(), b.own.end(), o.path.begin());
}

// Whether the thread finds the same there wherever it waits, in a resumed run too.
bool Engine::Threads::IsTheSame(const Read& read, const Beside& b) const {
  const ExprPool& pool = engine_.pool;
  // A variable of its own lies where it lies in a resumed run, too; a block that it has allocated holds what it holds.
  const auto is_block = [&](ObjectId id) { return engine_.IsMadeByOp(id) && IsMadeBy(b, id); };
  const auto is_fixed = [&](const Value& v) {
    if (v.HasNumber())
      return pool.AsConstant(v.number).has_value();
    const Target* place = v.OnlyPlace();
    return v.kind == Value::Kind::Function ||
           (place != nullptr && !is_block(place->object) && pool.AsConstant(place->offset).has_value());
  };
  const auto size = read.length != kNoExpr ? pool.AsConstant(read.length) : std::nullopt;
  std::optional<Value> first;
  return size && std::ranges::all_of(arrivals_, [&](const State& at) {
           const Cell* cell = at.Of(read.object).CellAt(read.offset, static_cast<std::uint64_t>(*size));
           if (!at.memory.contains(read.object))
             return true;  // no variable there
           if (cell == nullptr || !is_fixed(cell->value) || (first && !first->SameAs(cell->value)))
             return false;
           first = cell->value;
           return true;
         });
}

// Its own variables are on its stack, which a restore leaves as it is.
void Engine::Threads::FindLost(const Beside& b, const std::vector<Read>& reads) {
  for (const Read& read : reads) {
    const rir::Region& variable = engine_.module_.regions[engine_.objects[read.object].region];
    const bool is_known = std::ranges::any_of(engine_.lost, [&](const OpaqueRecord& r) {
      return r.callee == variable.name && r.location == variable.declared;
    });
    if (!is_known && !IsTheSame(read, b))
      engine_.lost.push_back({variable.name, variable.declared, "opaque",
                              "keeps a value while the thread waits, and a restore cannot give it back on the "
                              "thread's stack; set it behind the wait, make it a member or, where one thread alone "
                              "runs this function, static",
                              true});
  }
}

// It reads what it may read, and may write what it may write.
void Engine::Threads::Act(Beside& b, State& state) {
  Deps deps = b.deps;
  const std::set<ObjectId> reached = Reached(b, state);
  const auto is_meant = [&](ObjectId id) {
    return reached.contains(id) && engine_.objects[id].kind != ObjectKind::Text;
  };
  if (running_ == nullptr)
    for (const auto& [id, places] : b.read)
      for (const Place& p : is_meant(id) ? places : std::set<Place>{}) {
        const Target target{id, p.offset == kNoExpr ? engine_.pool.Zero() : p.offset, kNoExpr, kNoExpr};
        engine_.NoteRead(target, p.length, {}, state, b.at, Use::Value);
      }
  for (const auto& [id, places] : b.written) {
    if (!is_meant(id))
      continue;
    Forget(b, id, places, state);
    state.Change(id).deps.Add(kAnywhere, deps);
    for (const Place& p : places) {
      const Target target{id, p.offset == kNoExpr ? engine_.pool.Zero() : p.offset, kNoExpr, kNoExpr};
      if (running_ == nullptr)
        engine_.NoteWrite(target, p.length, {}, false, state, b.at, deps);
    }
  }
  for (const ObjectId id : reached)
    if (engine_.IsMadeByOp(id) && IsMadeBy(b, id)) {
      engine_.objects[id].many = true;
      state.Change(id);
    }
}

void Engine::Threads::StartBeside(const rir::Op& op, const rir::ParOp& data, State& state) {
  const auto [at, is_new] = besides_.try_emplace({engine_.SiteOf(op), engine_.stack_.back().path});
  Beside& b = at->second;
  b.stack = engine_.stack_;
  b.body = data.body;
  b.at = CalledFrom(op.location);
  if (is_new) {
    b.own = b.stack.back().path;
    for (const rir::Op& call : b.stack.back().function->blocks[b.body].ops)
      if (const auto id = engine_.site_ids_.find(engine_.SiteOf(call)); id != engine_.site_ids_.end())
        b.own.push_back(id->second);
  }
  TakeTurns(state);
}

void Engine::Threads::TakeTurns(State& state) {
  if (running_ != nullptr)
    return;
  for (auto& [site, b] : besides_) {
    const std::set<ObjectId> reached = Reached(b, state);
    const bool meets_new = MeetsNew(b, state);
    if (meets_new || b.known.empty() ||
        !std::includes(b.known.begin(), b.known.end(), reached.begin(), reached.end())) {
      LookAt(b, state);
      MeetsNew(b, state);
    }
    Act(b, state);
  }
}

}  // namespace detrain::infer
