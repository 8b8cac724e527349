// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops: run until what is known of an iteration is invariant, then once more to note what it reads and writes.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"
#include "analyzer/rir/fields.h"

namespace detrain::infer {

namespace {

constexpr int kMaxPasses = 12;
// One for each of the allocations that hang on each other; a loop that fills a table with pointers would go on for
// ever.
constexpr int kMaxPeeled = 3;

bool IsJump(rir::OpKind kind) {
  return kind == rir::OpKind::Return || kind == rir::OpKind::Break || kind == rir::OpKind::Continue ||
         kind == rir::OpKind::Stop;
}

}  // namespace

// Runs the loop's test: the states in which it holds and in which it fails.
Engine::Tested Engine::RunTest(const rir::LoopOp& data, State state, Iteration& iteration) {
  if (data.test != rir::kNone) {
    Flow flow = Exec(stack_.back().function->blocks[data.test], std::move(state));
    if (!flow.next)
      return {};
    state = std::move(*flow.next);
  }
  if (!data.condition)
    return {std::move(state), std::nullopt};
  const Value condition = Operand(data.condition);
  const ExprId truth = Truth(condition, state);
  iteration.truth = truth;
  Prover prover(pool, state.facts);
  const bool surely = prover.Holds(truth), never = prover.Holds(pool.Not(truth));
  Merge(state.control, condition.deps);
  Tested out;
  if (!surely)
    out.fails = state;
  if (!never && state.facts.Assume(pool, truth))
    out.holds = std::move(state);
  if (out.fails && !out.fails->facts.Assume(pool, pool.Not(truth)))
    out.fails.reset();
  return out;
}

// What the body declares: it ends with each iteration. A body that no path falls off is made of goto, and its variables
// are those of the block around.
const std::vector<rir::RegionId>& Engine::DeclaredIn(const rir::LoopOp& data) {
  const rir::Function& f = *stack_.back().function;
  const auto [known, is_new] = declared_in_.try_emplace(&data);
  const std::vector<rir::Op>& ops = f.blocks[data.body].ops;
  if (is_new && (ops.empty() || !IsJump(ops.back().Kind())))
    rir::ForEachOp(f, data.body, [&](const rir::Op& op) {
      if (const auto* declare = std::get_if<rir::DeclareOp>(&op.data))
        known->second.push_back(declare->region);
    });
  return known->second;
}

// The variables of an iteration, and the blocks that are freed somewhere and to which only they led: where one of
// several was freed, which one it was is not known.
void Engine::EndVariables(const rir::LoopOp& data, State& state) {
  const std::vector<rir::RegionId>& ended = DeclaredIn(data);
  for (const rir::RegionId region : ended)
    state.memory.erase(VariableOf(region));
  if (!ended.empty())
    DropFreed(state);
}

// Runs the body and the step: the state at the end, where one is reached.
std::optional<State> Engine::RunBody(const rir::LoopOp& data, State state, Iteration& iteration) {
  const rir::Function& f = *stack_.back().function;
  Flow body = Exec(f.blocks[data.body], std::move(state));
  std::vector<State> ends;
  if (body.next)
    ends.push_back(std::move(*body.next));
  SplitExits(body.continues, data.loop, ends, iteration.rest.continues);
  SplitExits(body.breaks, data.loop, iteration.breaks, iteration.rest.breaks);
  iteration.rest.returns = std::move(body.returns);
  for (std::vector<State>* left : {&ends, &iteration.breaks})
    for (State& each : *left)
      EndVariables(data, each);
  std::optional<State> end = JoinAll(std::move(ends));
  if (end && data.step != rir::kNone)
    end = Exec(f.blocks[data.step], std::move(*end)).next;
  return end;
}

Engine::Iteration Engine::RunIteration(const rir::LoopOp& data, State state) {
  Iteration out;
  std::optional<State> start = std::move(state);
  if (data.kind == rir::LoopKind::TestFirst) {
    Tested tested = RunTest(data, std::move(*start), out);
    out.exit = std::move(tested.fails);
    start = std::move(tested.holds);
    out.enters = start.has_value();
  }
  if (!start)
    return out;
  out.end = RunBody(data, std::move(*start), out);
  if (out.end && data.kind == rir::LoopKind::TestLast) {
    Tested tested = RunTest(data, std::move(*out.end), out);
    out.exit = std::move(tested.fails);
    out.end = std::move(tested.holds);
  }
  return out;
}

// One pass over a loop's body: an iteration from the invariant as it is known now.
Engine::Pass Engine::RunPass(const rir::LoopOp& data, const State& entry, const LoopMemory& known, bool notes) {
  const ExprId k = FreshIteration("k" + std::to_string(symbolic_depth_ + 1));
  counters.Pass();
  Pass out;
  out.iteration = *pool.AsAtom(k);
  out.head = HeadOf(entry, known, k);
  out.began = next_version_;
  out.exposed = exposed_.size();
  active_loops_.push_back(&data);
  iterations_.push_back(out.iteration);
  levels_.emplace_back();
  ++symbolic_depth_;
  const bool noting = std::exchange(noting_, notes);
  out.ran = RunIteration(data, out.head);
  noting_ = noting;
  --symbolic_depth_;
  out.level = std::move(levels_.back());
  levels_.pop_back();
  iterations_.pop_back();
  active_loops_.pop_back();
  return out;
}

// What the pass teaches of the invariant; false where it teaches nothing new.
bool Engine::LearnFrom(const Pass& pass, LoopMemory& known) {
  return pass.ran.end && (Learn(pass.head, *pass.ran.end, known, pool.OfAtom(pass.iteration), true) ||
                          Narrow(pass.head, *pass.ran.end, known) || exposed_.size() > pass.exposed);
}

// Whether a short loop goes through a table of pointers, or through records that hold some. Where it is a pointer that
// walks, the first pass does not know yet that it moves: a later one tells, and then the loop runs as it is only where
// it is known how often it does, and the table is one whose pointers are all told apart.
bool Engine::WalksOverTable(const Pass& pass, int number, const State& entry) {
  const auto found = picks_.find(pass.iteration);
  if (found == picks_.end() || number == 0)
    return found != picks_.end();
  const auto is_pointer = [](const Cell& cell) { return cell.value.kind == Value::Kind::Pointer; };
  const auto is_known = [&](ObjectId id) {
    const Contents& table = entry.Of(id);
    return !objects[id].IsSeveral() && table.any.empty() && std::ranges::count_if(table.cells, is_pointer) > 1;
  };
  const auto trips = TripCount(pass.iteration, pass.ran, pass.head.facts);
  return trips && pool.AsConstant(*trips) && std::ranges::any_of(found->second, is_known);
}

namespace {

std::set<ObjectId> ObjectsIn(const State& state) {
  std::set<ObjectId> objects;
  for (const auto& [id, contents] : state.memory)
    objects.insert(id);
  return objects;
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): callers give their state away
void Engine::ExecLoop(const rir::Op& op, const rir::LoopOp& data, State entry, Flow& flow, std::optional<State>& next,
                      int peeled) {
  LoopMemory& known = MemoryOf(data);
  if (peeled == 0)
    known.before_first.reset();
  const Length length = &data != settling_ ? LengthOf(data, entry) : Length::Unknown;
  const bool is_short = length == Length::Short;
  if ((length == Length::Chain || (is_short && WorthUnrolling(*stack_.back().function, data.body, 0))) &&
      Unroll(op, data, length, entry, flow, next))
    return;
  const Notes before = NotesNow();
  const bool is_recorded = options_.step_loop == nullptr;
  const bool may_record = is_short && is_recorded && noting_ && known.settled;
  const auto records = may_record ? loops : decltype(loops){};
  bool is_tried = false;
  for (int number = 0;; ++number) {
    const bool is_last = number > kMaxPasses;
    const bool notes = noting_ && (known.settled || is_last);
    Pass pass = RunPass(data, entry, known, notes);
    if (!is_tried && is_short && WalksOverTable(pass, number, entry)) {
      is_tried = true;
      if (may_record)
        loops = records;
      Forget(before);
      if (Unroll(op, data, length, entry, flow, next))
        return;
      continue;  // it is long after all: the pass, of which nothing is noted any more, once again
    }
    // What each iteration allocates for a place of its own (`rows[i] = malloc(n)`), no other one finds allocated. What
    // is learned of a loop of the nest must hold from its entry on (WithFirst).
    if (number == 0 && peeled < kMaxPeeled && &data != settling_ && pass.ran.end &&
        (SplitsOnNull(entry, *pass.ran.end, pass.iteration) || SetsFirst(entry, *pass.ran.end, pass.iteration))) {
      Forget(before);
      if (peeled == 0)
        known.before_first = ObjectsIn(entry);
      return Peel(op, data, entry, flow, next, peeled + 1);
    }
    is_found_ = is_found_ || options_.asked_for.contains(&data);
    const bool learned = !is_last && LearnFrom(pass, known);
    known.settled = !learned;
    if (learned || (noting_ && !notes && !is_last)) {
      Forget(before);
      continue;
    }
    if (is_last && pass.ran.end && Learn(pass.head, *pass.ran.end, known, pool.OfAtom(pass.iteration), true)) {
      known.settled = false;
      if (is_recorded)
        RecordLoop(op, data, entry, pass);
      return GiveUp(op, std::move(entry), pass.ran, flow, next);
    }
    return Finish(op, data, entry, pass, flow, next);
  }
}

// Whether the step loop may run in an iteration.
bool Engine::HoldsStepLoop(const Touched& touched, const rir::Op& loop) const {
  const rir::Function& f = *stack_.back().function;
  bool holds = std::ranges::any_of(
      touched.functions, [&](const rir::Function* called) { return called != &f && to_step_loop_.contains(called); });
  rir::ForEachBlock(loop, [&](rir::BlockId block) {
    rir::ForEachOp(f, block, [&](const rir::Op& op) {
      const auto* inner = std::get_if<rir::LoopOp>(&op.data);
      holds = holds || (inner != nullptr && inner == options_.step_loop);
    });
  });
  return holds;
}

// A loop whose invariant was not found: it may read, and write, all that it can get hold of, and end in any way that
// its body can.
void Engine::GiveUp(const rir::Op& op, State entry, Iteration& ran, Flow& flow, std::optional<State>& next) {
  const std::optional<Touched>& touched = TouchedIn(*stack_.back().function, op);
  if (touched && !HoldsStepLoop(*touched, op)) {
    opaque.push_back({"loop", op.location, "opaque",
                      "its invariant was not found; reads, and writes with unknown values, all that it may touch"});
    SummarizeLoop(op, *touched, entry);
  } else {
    opaque.push_back({"loop", op.location, "opaque", "its invariant was not found; reads and writes anything"});
    WorstOfAll(entry, op.location);
  }
  ran.rest.ForEachExit([&](State& state) { state = entry; });
  for (auto& [state, value] : ran.rest.returns) {
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
                  std::optional<State>& next, int peeled) {
  active_loops_.push_back(&data);
  Iteration first = RunIteration(data, entry);
  active_loops_.pop_back();
  std::vector<State> exits = first.TakeExits(flow);
  if (first.end) {
    first.end->control = entry.control;
    std::optional<State> rest;
    ExecLoop(op, data, std::move(*first.end), flow, rest, peeled);
    if (rest)
      exits.push_back(std::move(*rest));
  }
  next = JoinAll(std::move(exits));
  if (next)
    next->control = entry.control;
}

}  // namespace detrain::infer
