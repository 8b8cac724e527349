// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops: run until what is known of an iteration is invariant, then once more to note what it reads and writes.
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr int kMaxPasses = 12;

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
    const Value condition = Operand(data.condition);
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

// NOLINTNEXTLINE(performance-unnecessary-value-param): callers give their state away
void Engine::ExecLoop(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow, std::optional<State>& next) {
  const bool is_short = IsShort(data, entry);
  if (is_short && WorthUnrolling(*stack_.back().function, data.body, 0) && Unroll(op, data, entry, flow, next))
    return;
  LoopMemory& known = MemoryOf(data);
  const auto outs = outputs.size(), opaques = opaque.size();
  const auto records = is_short && options_.step_loop == nullptr ? loops : decltype(loops){};
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
      if (options_.step_loop == nullptr)
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

}  // namespace detrain::infer
