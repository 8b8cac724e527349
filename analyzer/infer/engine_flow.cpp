// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine's control flow: blocks and branches.
#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

Engine::Engine(const rir::Module& module, EngineOptions options) : module_(module), options_(std::move(options)) {}

bool Engine::Run() {
  const rir::Function* main = nullptr;
  for (const auto& f : module_.functions)
    if (f.link_name == "main" && f.is_defined)
      main = &f;
  if (main == nullptr)
    return false;
  mode_ = options_.step_loop != nullptr ? Mode::Final : Mode::Plain;
  noting_ = options_.step_loop == nullptr;
  levels_.emplace_back();
  State state;
  stack_.push_back({&module_.init, {}, std::vector<Value>(module_.init.value_count), {}, 0, {}, {}});
  if (module_.init.body != rir::kNone) {
    Flow flow = Exec(module_.init.blocks[module_.init.body], std::move(state));
    state = flow.next ? std::move(*flow.next) : State{};
  }
  stack_.pop_back();
  stack_.push_back({main, {}, std::vector<Value>(main->value_count), {}, 0, {}, {}});
  for (const rir::RegionId param : main->params) {  // argc, argv: the same in every run with the same arguments
    Contents& c = state.Change(VariableOf(param));
    c.version = next_version_++;
  }
  Exec(main->blocks[main->body], std::move(state));
  stack_.pop_back();
  UseWeakUpdates();
  boundary.exposed = levels_[0].pending;
  if (boundary.writes.empty())
    boundary.writes = levels_[0].writes;
  return options_.step_loop == nullptr || reached_;
}

void Engine::Flow::TakeExits(Flow& inner) {
  std::move(inner.breaks.begin(), inner.breaks.end(), std::back_inserter(breaks));
  std::move(inner.continues.begin(), inner.continues.end(), std::back_inserter(continues));
  std::move(inner.returns.begin(), inner.returns.end(), std::back_inserter(returns));
}

Engine::Flow Engine::Exec(const rir::Block& block, State state) {
  Flow flow;
  std::optional<State> next = std::move(state);
  const auto& blocks = stack_.back().function->blocks;
  for (const rir::Op& op : block.ops) {
    if (!next)
      break;
    State current = std::move(*next);
    next.reset();
    switch (op.Kind()) {
      case rir::OpKind::If:
        ExecIf(op, std::get<rir::IfOp>(op.data), std::move(current), flow, next);
        break;
      case rir::OpKind::Loop: {
        const auto& loop = std::get<rir::LoopOp>(op.data);
        if (loop.kind == rir::LoopKind::Once)
          ExecOnce(loop, std::move(current), flow, next);
        else if (&loop == options_.step_loop)
          ExecStepLoop(op, loop, std::move(current), flow, next);
        else if (options_.around.contains(&loop))
          ExecNest(op, loop, std::move(current), flow, next);
        else
          ExecLoop(op, loop, std::move(current), flow, next);
        break;
      }
      case rir::OpKind::Par: {  // the body's own order is one of the allowed ones
        Flow inner = Exec(blocks[std::get<rir::ParOp>(op.data).body], std::move(current));
        next = std::move(inner.next);
        flow.TakeExits(inner);
        break;
      }
      case rir::OpKind::Call:
        next = ExecCall(op, std::get<rir::CallOp>(op.data), std::move(current));
        break;
      case rir::OpKind::Break:
        flow.breaks.emplace_back(std::get<rir::BreakOp>(op.data).loop, std::move(current));
        break;
      case rir::OpKind::Continue:
        flow.continues.emplace_back(std::get<rir::ContinueOp>(op.data).loop, std::move(current));
        break;
      case rir::OpKind::Return: {
        Value v = Operand(std::get<rir::ReturnOp>(op.data).value, current);
        Merge(v.deps, current.control);
        flow.returns.emplace_back(std::move(current), std::move(v));
        break;
      }
      case rir::OpKind::Free: {  // the cell whose value is freed names the block
        ExecSimple(op, current);
        next = std::move(current);
        break;
      }
      default:
        if (ExecSimple(op, current))
          next = std::move(current);
    }
  }
  flow.next = std::move(next);
  return flow;
}

void Engine::ExecIf(const rir::Op& op, const rir::IfOp& data, State state, Flow& flow, std::optional<State>& next) {
  (void)op;
  const auto& blocks = stack_.back().function->blocks;
  const Value condition = Operand(data.condition, state);
  const ExprId truth = Truth(condition, state);
  Prover prover(pool, state.facts);
  const Deps outer = state.control;
  auto take = [&](State s, rir::BlockId block) {
    Flow inner;
    if (block == rir::kNone)
      inner.next = std::move(s);
    else
      inner = Exec(blocks[block], std::move(s));
    flow.TakeExits(inner);
    return std::move(inner.next);
  };
  Merge(state.control, condition.deps);
  std::optional<State> yes, no;
  bool can_yes = !prover.Holds(pool.Not(truth)), can_no = !prover.Holds(truth);
  if (!can_yes && !can_no)
    can_yes = can_no = true;
  State other = state;
  if (can_yes && state.facts.Assume(pool, truth))
    yes = take(std::move(state), data.then_block);
  else
    can_yes = false;
  if (can_no && other.facts.Assume(pool, pool.Not(truth)))
    no = take(std::move(other), data.else_block);
  else
    can_no = false;
  if (yes && no) {
    next = Join(*yes, *no, truth);
    next->control = outer;
  } else {
    next = yes ? std::move(yes) : std::move(no);
    // Where the other branch has left, what follows hangs on the condition; where it was impossible, it does not.
    if (next && !(can_yes && can_no))
      next->control = outer;
  }
}

void Engine::ExecOnce(const rir::LoopOp& data, State state, Flow& flow, std::optional<State>& next) {
  Flow inner = Exec(stack_.back().function->blocks[data.body], std::move(state));
  std::vector<State> ends;
  if (inner.next)
    ends.push_back(std::move(*inner.next));
  for (auto& [loop, s] : inner.breaks) {
    if (loop == data.loop)
      ends.push_back(std::move(s));
    else
      flow.breaks.emplace_back(loop, std::move(s));
  }
  for (auto& c : inner.continues)
    flow.continues.push_back(std::move(c));
  for (auto& r : inner.returns)
    flow.returns.push_back(std::move(r));
  next = JoinAll(std::move(ends));
}

}  // namespace detrain::infer
