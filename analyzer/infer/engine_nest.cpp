// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nest: the loops around the step loop, the step loop, and the boundary at its top.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr int kMaxPasses = 12;
constexpr std::size_t kMaxStates = 6;

}  // namespace

void Engine::EnterNest(const State& entry) {
  boundary.outer = entry;
  boundary.outer_atoms = *pool.AsAtom(pool.Fresh("nest"));
  boundary.outer_versions = next_version_;
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
  Rising<Memory> before(a.memory);
  return std::any_of(b.memory.begin(), b.memory.end(), [&](const auto& entry) {
    const ObjectId id = entry.first;
    const auto* first = before.Find(id);
    if (first == nullptr ? is_unborn(id) : *first == entry.second)
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
