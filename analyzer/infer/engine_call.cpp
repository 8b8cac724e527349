// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: inlined, each path of calls with variables and blocks of its own.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxCallDepth = 48;

}  // namespace

std::optional<State> Engine::ExecCall(const rir::Op& op, const rir::CallOp& data, State state) {
  const Value callee = Operand(data.callee);
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
      args.push_back(Operand(a));
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
    args.push_back(Operand(a));
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
      Value into = Operand(data.into);
      for (const Alternative& a : into.alternatives) {
        NoteWrite(a.target, objects[a.target.object].extent, {}, true, state, op.location, deps);
        Clobber(a.target, kNoExpr, state, deps);
      }
    }
    if (op.result != rir::kNone)
      SetResult(op, Unknown(op.type, f.name, deps));
    return state;
  }
  Value into = data.into ? Operand(data.into) : Value{};
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
