// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nest: the loops around the step loop.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

void Engine::EnterNest(const State& entry) {
  if (boundary.is_in_row)
    return;
  boundary.outer = entry;
  boundary.outer_atoms = *pool.AsAtom(pool.Fresh("nest"));
  boundary.outer_versions = next_version_;
}

// A run that is resumed in a later one of loops in a row jumps over all from here on.
void Engine::EnterRow(const rir::Op& op, const State& state) {
  if (&op != options_.row || mode_ != Mode::Final || reached_ || boundary.is_in_row)
    return;
  EnterNest(state);
  boundary.is_in_row = between_ = true;
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

bool Engine::IsOutermost() const {
  return std::none_of(nest_.begin(), nest_.end(), [](const NestStep& n) { return n.loop != nullptr; });
}

// A path that has begun at the boundary keeps what it has written since.
void Engine::KeepWritten(State& state, const State& from) {
  for (const auto& [id, contents] : state.memory) {
    const auto& written = from.Of(id).written;
    if (!written.empty())
      state.Change(id).written = written;
  }
}

// Finds the invariant of a loop around the step loop, as that of any loop; nothing is noted. The state from which its
// iterations begin.
State Engine::FindNestInvariant(const rir::Op& op, const rir::LoopOp& data, State entry) {
  mode_ = Mode::Plain;
  const Level saved = levels_.back();
  const Notes before = NotesNow();
  entry = WithFirst(data, std::move(entry));
  Flow ignored;
  std::optional<State> unused;
  const auto* around = std::exchange(settling_, &data);
  const bool followed = std::exchange(follows_dependences_, false);  // ForgetDependences
  ExecLoop(op, data, entry, ignored, unused);
  follows_dependences_ = followed;
  settling_ = around;
  levels_.back() = saved;
  Forget(before);
  mode_ = Mode::Final;
  between_ = !reached_;
  return entry;
}

// From the end of the iteration in which the boundary was reached, around the loop once more, to the next boundary.
std::vector<State> Engine::RunTail(const rir::LoopOp& data, const State& end, const LoopMemory& known, Flow& flow) {
  mode_ = Mode::Tail;
  State again = HeadOf(end, known, FreshIteration("epoch"));
  again.since_boundary = true;
  KeepWritten(again, end);
  Iteration tail = RunIteration(data, std::move(again));
  mode_ = Mode::Final;
  return tail.TakeExits(flow);
}

// A loop around the step loop. Its invariant is found as for any loop; then one more pass notes what follows the
// boundary.
void Engine::ExecNest(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow, std::optional<State>& next) {
  if (mode_ == Mode::Plain)
    return ExecLoop(op, data, std::move(entry), flow, next);
  const bool outermost = IsOutermost();
  if (outermost && mode_ == Mode::Final && !reached_)
    EnterNest(entry);
  const LoopMemory& known = MemoryOf(data);
  const ExprId k = FreshIteration("epoch");
  if (mode_ == Mode::Final)
    entry = FindNestInvariant(op, data, std::move(entry));
  nest_.push_back({stack_.back().function, &data, op.location});
  State head = HeadOf(entry, known, k);
  KeepWritten(head, entry);
  Iteration ran = RunIteration(data, std::move(head));
  std::vector<State> exits = ran.TakeExits(flow);
  if (mode_ == Mode::Final && reached_ && ran.end) {
    std::vector<State> more = RunTail(data, *ran.end, known, flow);
    std::move(more.begin(), more.end(), std::back_inserter(exits));
  }
  nest_.pop_back();
  if (mode_ == Mode::Final && outermost && reached_)
    boundary.writes = levels_[0].writes;
  next = JoinAll(std::move(exits));
}

namespace {

bool IsNeverNull(const Value& v) {
  return !v.alternatives.empty() && std::ranges::none_of(v.alternatives, &Alternative::is_null);
}

}  // namespace

// Whether `splits` holds of some pointer, as it is in `a` and as it is in `b`.
template <typename Splits>
bool Engine::DifferIn(const State& a, const State& b, AtomId moving, Splits splits) {
  const auto moves = [&](ExprId offset) {
    return std::ranges::any_of(pool.AllAtoms(offset), [&](AtomId atom) { return atom >= moving; });
  };
  const auto differs = [&](ObjectId id, const State& mine, const State& other, bool mine_is_a) {
    return std::ranges::any_of(mine.Of(id).cells, [&](const Cell& x) {
      if (x.value.kind != Value::Kind::Pointer || moves(x.offset))
        return false;
      const auto y = ValueAt(other, id, x);
      return y && (mine_is_a ? splits(x.value, *y) : splits(*y, x.value));
    });
  };
  return Memory::AnyDifference(a.memory, b.memory,
                               [&](ObjectId id, const SharedContents* in_a, const SharedContents* in_b) {
                                 if (in_b == nullptr || (in_a == nullptr && IsMadeByOp(id)))
                                   return false;
                                 return differs(id, b, a, false) || differs(id, a, b, true);
                               });
}

// Whether some pointer is null in one state and surely not in the other.
bool Engine::SplitsOnNull(const State& a, const State& b, AtomId moving) {
  return DifferIn(a, b, moving, [](const Value& x, const Value& y) {
    return (x.IsOnlyNull() && IsNeverNull(y)) || (IsNeverNull(x) && y.IsOnlyNull());
  });
}

// Whether an iteration leaves a pointer set that may have been null when it began.
bool Engine::SetsFirst(const State& entry, const State& end, AtomId moving) {
  return DifferIn(entry, end, moving, [](const Value& x, const Value& y) {
    return x.kind == Value::Kind::Pointer && !x.alternatives.empty() && !IsNeverNull(x) && IsNeverNull(y);
  });
}

}  // namespace detrain::infer
