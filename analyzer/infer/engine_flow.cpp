// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine's control flow: blocks, branches, calls.
#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/infer/engine.h"
#include "analyzer/infer/pieces.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxCallDepth = 48;

}  // namespace

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

std::optional<State> Engine::ExecCall(const rir::Op& op, const rir::CallOp& data, State state) {
  const Value callee = Operand(data.callee, state);
  std::vector<rir::FunctionId> candidates(callee.functions.begin(), callee.functions.end());
  if (candidates.empty() && data.callee.kind != rir::OperandKind::Function) {
    // A pointer that is not known: any function whose address is taken and that takes as many arguments.
    for (rir::FunctionId f = 0; f < module_.functions.size(); ++f)
      if (module_.functions[f].is_address_taken && module_.functions[f].params.size() == data.args.size())
        candidates.push_back(f);
  }
  std::vector<State> ends;
  std::optional<Value> result;
  for (rir::FunctionId f : candidates) {
    auto end = Inline(op, data, f, state);
    if (!end)
      continue;
    ends.push_back(std::move(*end));
    if (op.result != rir::kNone && stack_.back().values.size() > op.result) {
      const Value& v = stack_.back().values[op.result];
      result = result ? JoinValues(*result, v, kNoExpr) : v;
    }
  }
  if (candidates.empty()) {
    std::vector<Value> args;
    for (const auto& a : data.args)
      args.push_back(Operand(a, state));
    Worst(args, state, op.location);
    if (recording_)
      opaque.push_back({"function pointer", op.location, "opaque",
                        "reads and writes all that its arguments reach, and all globals"});
    ends.push_back(std::move(state));
  }
  if (result)
    SetResult(op, *result);
  return JoinAll(std::move(ends));
}

std::optional<State> Engine::Inline(const rir::Op& op, const rir::CallOp& data, rir::FunctionId callee, State state) {
  const rir::Function& f = module_.functions[callee];
  std::vector<Value> args;
  Deps deps = state.control;
  for (const auto& a : data.args) {
    args.push_back(Operand(a, state));
    Merge(deps, args.back().deps);
  }
  const bool recursive =
      std::any_of(stack_.begin(), stack_.end(), [&](const Frame& frame) { return frame.function == &f; });
  if (!f.is_defined || recursive || stack_.size() >= kMaxCallDepth) {
    Worst(args, state, op.location);
    if (recording_ || options_.step_loop == nullptr)
      opaque.push_back({f.name, op.location, "opaque",
                        recursive ? "recursion: reads and writes all that its arguments reach, and all globals"
                                  : "reads and writes all that its arguments reach, and all globals"});
    if (data.into) {
      Value into = Operand(data.into, state);
      for (const Alternative& a : into.alternatives) {
        NoteWrite(a.target, objects[a.target.object].extent, {}, true, state, op.location, deps);
        Clobber(a.target, kNoExpr, state, deps);
      }
    }
    if (op.result != rir::kNone) {
      Value v;
      v.kind = IsPointer(op.type) ? Value::Kind::Pointer : IsInt(op.type) ? Value::Kind::Int : Value::Kind::Other;
      if (v.kind == Value::Kind::Int)
        v.number = pool.Fresh(f.name);
      if (v.kind == Value::Kind::Pointer)
        v.alternatives.push_back(
            {{},
             false,
             {ExternalOf(pool.Fresh(f.name), TypeAt(op.type).element, f.name), pool.Zero(), kNoExpr, kNoExpr}});
      v.deps = deps;
      SetResult(op, std::move(v));
    }
    return state;
  }
  Value into = data.into ? Operand(data.into, state) : Value{};
  auto [site, fresh] = site_ids_.try_emplace(SiteOf(op), static_cast<std::uint32_t>(site_ids_.size()));
  std::vector<std::uint32_t> path = stack_.back().path;
  path.push_back(site->second);
  nest_.push_back({stack_.back().function, nullptr, op.location});
  stack_.push_back({&f, std::move(path), std::vector<Value>(f.value_count), {}, 0, op.location, {}});
  // What an argument is does not hang on whether the call is made; what the callee does with it does.
  const Deps control = std::exchange(state.control, {});
  for (std::size_t i = 0; i < f.params.size() && i < args.size(); ++i) {
    const rir::Region& r = module_.regions[f.params[i]];
    const ObjectId id = VariableOf(f.params[i]);
    Contents& c = state.Change(id);
    c = Contents{};
    c.version = next_version_++;
    if (TypeAt(r.type).kind == rir::TypeKind::Record)
      CopyBytes(Pointer(id), args[i], objects[id].extent, state, op.location);
    else
      Store(Pointer(id), args[i], r.type, state, op.location);
  }
  state.control = control;
  Flow flow = Exec(f.blocks[f.body], std::move(state));
  std::vector<State> ends;
  std::optional<Value> result;
  if (flow.next)
    ends.push_back(std::move(*flow.next));
  std::optional<State> joined;
  if (!ends.empty())
    joined = std::move(ends[0]);
  for (auto& [s, v] : flow.returns) {
    if (!into.alternatives.empty())
      CopyBytes(into, v, pool.Constant(static_cast<std::int64_t>(SizeOf(f.result))), s, op.location);
    if (!joined) {
      joined = std::move(s);
      result = std::move(v);
      continue;
    }
    if (joined->since_boundary != s.since_boundary) {
      if (s.since_boundary) {
        joined = std::move(s);
        result = std::move(v);
      }
      continue;
    }
    ExprId condition = kNoExpr;
    for (ExprId t : joined->facts.truths)
      if (s.facts.Knows(pool.Not(t))) {
        condition = t;
        break;
      }
    result = result ? JoinValues(*result, v, condition) : std::move(v);
    joined = Join(*joined, s, condition);
  }
  const std::vector<std::uint32_t> gone = stack_.back().path;
  stack_.pop_back();
  nest_.pop_back();
  if (joined) {
    std::erase_if(joined->memory, [&](const auto& entry) {
      const Object& o = objects[entry.first];
      if (o.kind != ObjectKind::Variable || o.path != gone)
        return false;
      const auto kind = module_.regions[o.region].kind;
      return kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
    });
    joined->control = control;
  }
  if (op.result != rir::kNone && joined)
    SetResult(op, result ? std::move(*result) : Value{});
  return joined;
}

}  // namespace detrain::infer
