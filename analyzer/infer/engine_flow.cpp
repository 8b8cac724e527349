// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine's control flow: blocks and branches.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "analyzer/base/heap.h"
#include "analyzer/infer/engine_threads.h"
#include "analyzer/infer/premises.h"
#include "analyzer/rir/fields.h"
#include "analyzer/rir/visit.h"

namespace detrain::infer {

namespace {

// Floats in variables that the text sets more than once; of a parameter, which the call sets, once is enough.
std::set<rir::RegionId> AccumulatorsOf(const rir::Module& module) {
  std::set<rir::RegionId> once, out;
  const auto note = [&](const rir::Op& op) {
    const auto* store = std::get_if<rir::StoreOp>(&op.data);
    if (store == nullptr || store->address.kind != rir::OperandKind::Region || op.type == rir::kNone ||
        module.types[op.type].kind != rir::TypeKind::Float)
      return;
    const rir::RegionId region = store->address.id;
    if (module.regions[region].kind == rir::RegionKind::Param || !once.insert(region).second)
      out.insert(region);
  };
  for (const rir::Function& f : module.functions)
    if (f.is_defined)
      rir::ForEachOp(f, f.body, note);
  if (module.init.body != rir::kNone)
    rir::ForEachOp(module.init, module.init.body, note);
  return out;
}

}  // namespace

Engine::Engine(const rir::Module& module, EngineOptions options)
    : module_(module),
      options_(std::move(options)),
      is_pressed_(options_.is_pressed),
      relieved_at_(options_.is_pressed ? options_.max_work / 16 : options_.max_work),
      relieved_heap_(options_.is_pressed ? options_.max_memory / 2 : options_.max_memory),
      accumulators_(AccumulatorsOf(module)),
      callees_(module),
      closing_uses_(module),
      heap_at_start_(HeapBytes()),
      threads_(std::make_shared<Threads>(*this)) {}

bool Engine::Run() {
  const rir::Function* main = nullptr;
  for (const auto& f : module_.functions)
    if (f.link_name == "main" && f.is_defined)
      main = &f;
  if (main == nullptr)
    return false;
  mode_ = options_.step_loop != nullptr ? Mode::Final : Mode::Plain;
  for (const rir::Function& f : module_.functions)
    for (const rir::Block& block : f.blocks)
      for (const rir::Op& op : block.ops)
        if (options_.step_loop != nullptr && std::get_if<rir::LoopOp>(&op.data) == options_.step_loop)
          to_step_loop_ = callees_.CallersOf(f);
  noting_ = options_.step_loop == nullptr;
  levels_.emplace_back();
  State state;
  stack_.push_back({&module_.init, {}, std::vector<Value>(module_.init.value_count), {}, 0, {}, {}, 0});
  if (module_.init.body != rir::kNone) {
    Flow flow = Exec(module_.init.blocks[module_.init.body], std::move(state));
    state = flow.next ? std::move(*flow.next) : State{};
  }
  stack_.pop_back();
  stack_.push_back({main, {}, std::vector<Value>(main->value_count), {}, 0, {}, {}, 0});
  for (const rir::RegionId param : main->params) {  // argc, argv: the same in every run with the same arguments
    Contents& c = state.Change(VariableOf(param));
    c.version = next_version_++;
    c.Stain(c.version);
  }
  NoteEnd(Exec(main->blocks[main->body], std::move(state)));
  stack_.pop_back();
  SettleRecords();
  boundary.exposed = std::move(levels_[0].pending);
  if (boundary.writes.empty())
    boundary.writes = std::move(levels_[0].writes);
  // What only a run needs is given back: another one may follow while this one is asked.
  levels_[0] = {};
  loop_memory_.clear();
  pool.KnownPremises() = PremisesTable();
  return options_.step_loop == nullptr || reached_;
}

// A program that is left behind its step loop, and then ends with an error whatever it does, is no program that anyone
// runs: either it is not what it was built for, or it was not followed as it is. What comes behind that is unseen.
void Engine::NoteEnd(const Flow& end) {
  if (is_left_ && failure_ && !end.next && end.returns.empty())
    opaque.push_back({failure_->callee, failure_->at, "catalog",
                      "behind the step loop each way seems to end with an error, here; what comes after is not seen"});
}

void Engine::NoteStop(const rir::Op& op, const rir::StopOp& data) {
  const Value code = Operand(data.code);
  const bool is_success = !data.is_abort && code.HasNumber() && pool.IsZero(code.number);
  if (recording_ && !is_success)
    failure_ = FailedEnd{data.callee, op.location};
  else if (recording_)
    is_left_ = false;  // this way ends well
}

void Engine::Flow::TakeExits(Flow& inner) {
  std::move(inner.breaks.begin(), inner.breaks.end(), std::back_inserter(breaks));
  std::move(inner.continues.begin(), inner.continues.end(), std::back_inserter(continues));
  std::move(inner.returns.begin(), inner.returns.end(), std::back_inserter(returns));
}

// The states that leave `loop` itself go to `own`.
void Engine::SplitExits(std::vector<Exit>& from, rir::LoopId loop, std::vector<State>& own, std::vector<Exit>& others) {
  for (auto& [left, state] : from) {
    if (left == loop)
      own.push_back(std::move(state));
    else
      others.emplace_back(left, std::move(state));
  }
}

// The states in which the loop ends; what has left more than the loop goes to `flow`.
std::vector<State> Engine::Iteration::TakeExits(Flow& flow) {
  std::vector<State> out;
  if (exit)
    out.push_back(std::move(*exit));
  std::move(breaks.begin(), breaks.end(), std::back_inserter(out));
  flow.TakeExits(rest);
  return out;
}

Engine::Notes Engine::NotesNow() const {
  return {outputs.size(), opaque.size()};
}

void Engine::Forget(const Notes& since) {
  outputs.resize(since.outputs);
  opaque.resize(since.opaque);
}

Engine::Flow Engine::Exec(const rir::Block& block, State state) {
  Flow flow;
  std::optional<State> next = std::move(state);
  for (const rir::Op& op : block.ops) {
    if (!next)
      break;
    State current = std::move(*next);
    next.reset();
    if (IsTooLarge()) {
      exhausted = exhausted ? exhausted : std::optional(op.location);
      break;
    }
    EnterRow(op, current);
    const bool is_via = &op == options_.via;
    const bool is_other_way = !options_.other_ways.empty() && options_.other_ways.contains(&op);
    via_depth_ += is_via ? 1 : 0;
    other_depth_ += is_other_way ? 1 : 0;
    rir::VisitOp(
        op, [&](const rir::IfOp& data) { ExecIf(data, std::move(current), flow, next); },
        [&](const rir::LoopOp& data) { ExecAnyLoop(op, data, std::move(current), flow, next); },
        [&](const rir::ParOp& data) { ExecPar(op, data, std::move(current), flow, next); },
        [&](const rir::CallOp& data) { next = ExecCall(op, data, std::move(current)); },
        [&](const rir::BreakOp& data) { flow.breaks.emplace_back(data.loop, std::move(current)); },
        [&](const rir::ContinueOp& data) { flow.continues.emplace_back(data.loop, std::move(current)); },
        [&](const rir::ReturnOp& data) {
          Value v = Operand(data.value);
          Merge(v.deps, current.control);
          flow.returns.emplace_back(std::move(current), std::move(v));
        },
        [&](const rir::StopOp& data) {
          ++steps;
          NoteStop(op, data);
          if (threads_->EndsThread(op, data))
            flow.returns.emplace_back(std::move(current), Value{});
        },
        [&](const std::monostate&) { next = std::move(current); },
        [&](const auto& data) {
          ++steps;
          Perform(op, data, current);
          next = std::move(current);
        });
    via_depth_ -= is_via ? 1 : 0;
    other_depth_ -= is_other_way ? 1 : 0;
  }
  flow.next = std::move(next);
  return flow;
}

// Whether several threads may execute the body of such a construct at once.
bool Engine::IsByMany(rir::ParKind kind, bool is_by_many) {
  const bool begins = kind == rir::ParKind::Region || kind == rir::ParKind::Loop || kind == rir::ParKind::Task ||
                      kind == rir::ParKind::Launch;
  return begins || (is_by_many && kind != rir::ParKind::Single);
}

void Engine::NoteMadeAtOnce(ObjectId id) {
  if (is_among_many_ && objects[id].space == rir::Space::Host)
    made_at_once.insert(id);
}

// Where a block comes to lie hangs on the blocks that are there, whoever asked for them first: what is gone where the
// threads have come together leaves no trace.
void Engine::NoteKept(Flow& flow) {
  const auto look = [&](const State& state) {
    for (const ObjectId id : made_at_once)
      keeps_made_at_once = keeps_made_at_once || state.memory.contains(id);
  };
  if (flow.next)
    look(*flow.next);
  flow.ForEachExit(look);
}

void Engine::ExecPar(const rir::Op& op, const rir::ParOp& data, State state, Flow& flow, std::optional<State>& next) {
  if (data.kind == rir::ParKind::Thread)
    return threads_->Start(op, data, std::move(state), flow, next);
  NoteParallel(op, data, *stack_.back().function);  // the body's own order is one of the allowed ones
  const bool was_by_many = std::exchange(is_by_many_, IsByMany(data.kind, is_by_many_));
  const bool was_among_many = std::exchange(is_among_many_, is_among_many_ || is_by_many_);
  Flow inner = Exec(stack_.back().function->blocks[data.body], std::move(state));
  if (is_among_many_ && !was_among_many)
    NoteKept(inner);
  is_by_many_ = was_by_many;
  is_among_many_ = was_among_many;
  next = std::move(inner.next);
  flow.TakeExits(inner);
}

void Engine::ExecAnyLoop(const rir::Op& op, const rir::LoopOp& data, State state, Flow& flow,
                         std::optional<State>& next) {
  if (data.kind == rir::LoopKind::Once)
    ExecOnce(data, std::move(state), flow, next);
  else if (&data == options_.step_loop && IsOnItsWay())
    ExecStepLoop(op, data, std::move(state), flow, next);
  else if (&data == options_.step_loop)
    ExecStepLoopElsewhere(op, data, std::move(state), flow, next);
  else if (options_.around.contains(&data) && IsOnItsWay())
    ExecNest(op, data, std::move(state), flow, next);
  else
    ExecLoop(op, data, std::move(state), flow, next);
}

void Engine::ExecIf(const rir::IfOp& data, State state, Flow& flow, std::optional<State>& next) {
  const auto& blocks = stack_.back().function->blocks;
  const Value condition = Operand(data.condition);
  NoteFallback(data);
  const ExprId truth = Truth(condition, state);
  Prover prover(pool, state.facts);
  const Deps outer = state.control;
  const bool was_since_boundary = state.since_boundary;
  // Where the boundary lies in the other branch, nothing of this one comes after it.
  auto take = [&](State s, rir::BlockId block) {
    Flow inner;
    const bool is_over = recording_ && !s.since_boundary;
    const bool noting = noting_;
    if (is_over)
      noting_ = recording_ = false;
    if (block == rir::kNone)
      inner.next = std::move(s);
    else
      inner = Exec(blocks[block], std::move(s));
    if (is_over) {
      noting_ = noting;
      recording_ = true;
    }
    flow.TakeExits(inner);
    return std::move(inner.next);
  };
  Merge(state.control, condition.deps);
  std::optional<State> yes, no;
  bool can_yes = !prover.Holds(pool.Not(truth)), can_no = !prover.Holds(truth);
  if (!can_yes && !can_no)
    can_yes = can_no = true;
  std::optional<State> other;
  if (can_no)
    other = state;
  if (can_yes && state.facts.Assume(pool, truth))
    yes = take(std::move(state), data.then_block);
  else
    can_yes = false;
  if (other && other->facts.Assume(pool, pool.Not(truth)))
    no = take(std::move(*other), data.else_block);
  else
    can_no = false;
  if (yes && no) {
    const bool is_same = yes->since_boundary == no->since_boundary;
    next = is_same ? Join(*yes, *no, truth) : std::move(yes->since_boundary ? yes : no);
    next->TakeUpControl(outer, was_since_boundary);
  } else {
    next = yes ? std::move(yes) : std::move(no);
    // Where the other branch has left, what follows hangs on the condition; where it was impossible, it does not.
    if (next && !(can_yes && can_no))
      next->TakeUpControl(outer, was_since_boundary);
  }
}

void Engine::ExecOnce(const rir::LoopOp& data, State state, Flow& flow, std::optional<State>& next) {
  Flow inner = Exec(stack_.back().function->blocks[data.body], std::move(state));
  std::vector<State> ends;
  if (inner.next)
    ends.push_back(std::move(*inner.next));
  SplitExits(inner.breaks, data.loop, ends, flow.breaks);
  inner.breaks.clear();
  flow.TakeExits(inner);
  next = JoinAll(std::move(ends));
}

}  // namespace detrain::infer
