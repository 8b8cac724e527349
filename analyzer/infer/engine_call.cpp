// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: inlined, each path of calls with variables and blocks of its own.
#include <algorithm>
#include <utility>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

namespace {

constexpr std::size_t kMaxCallDepth = 48;
constexpr int kMaxDescents = 64;
constexpr std::size_t kMaxDescent = 32;

constexpr const char* kTooCostly =
    "its calls take too long to be followed; each is taken to read, and to write with unknown values, all that it may "
    "touch";
constexpr const char* kRecursion =
    "recursion: each call from within is taken to read, and to write with unknown values, all that it may touch";

bool AreSame(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.kind == Value::Kind::Int)
    return a.kind == b.kind && a.number == b.number;
  const Alternative &x = a.alternatives[0], &y = b.alternatives[0];
  return x.is_null == y.is_null &&
         (x.is_null || (x.target.object == y.target.object && x.target.offset == y.target.offset));
}

}  // namespace

// The functions that a call may reach. A pointer that is not known is taken to lead to any function that fits; the plan
// says so.
std::vector<rir::FunctionId> Engine::CalleesOf(const rir::Op& op, const rir::CallOp& data) {
  const Value callee = Operand(data.callee);
  IdSet out = callee.functions;
  auto places = PlacesOf(callee);
  if (data.callee.kind == rir::OperandKind::Function || (!out.empty() && places.empty()))
    return {out.begin(), out.end()};
  for (const rir::FunctionId f : callees_.Of(*stack_.back().function, op, data))
    out.insert(f);
  if (!out.empty() && IsNamed())
    opaque.push_back({"function pointer", op.location, "opaque", "calls a function whose address the program takes"});
  return {out.begin(), out.end()};
}

std::optional<State> Engine::ExecCall(const rir::Op& op, const rir::CallOp& data, State state) {
  const std::vector<rir::FunctionId> callees = CalleesOf(op, data);
  if (callees.empty()) {
    const std::vector<Value> args = Operands(data.args);
    Deps deps = state.control;
    Merge(deps, Operand(data.callee).deps);
    for (const Value& v : args)
      Merge(deps, v.deps);
    TakeAtWorst(args, "function pointer", "", state, op.location);
    AnyResult(op, data, "function pointer", std::move(deps), state);
    return state;
  }
  std::vector<State> ends;
  std::optional<Value> result;
  for (rir::FunctionId f : callees) {
    // NOLINTNEXTLINE(bugprone-use-after-move): given away to the last one
    auto end = Inline(op, data, module_.functions[f], f == callees.back() ? std::move(state) : state);
    if (!end)
      continue;
    ends.push_back(std::move(*end));
    if (op.result != rir::kNone && stack_.back().values.size() > op.result) {
      const Value& v = stack_.back().values[op.result];
      result = result ? JoinValues(*result, v, kNoExpr) : v;
    }
  }
  if (result)
    SetResult(op, *result);
  return JoinAll(std::move(ends));
}

// What nothing is known of reads and writes all that it can reach; the plan names it.
void Engine::TakeAtWorst(const std::vector<Value>& args, const std::string& name, const std::string& why, State& state,
                         const rir::Location& at) {
  Worst(args, state, at);
  if (IsNamed())
    opaque.push_back({name, at, "opaque", why + "reads and writes all that its arguments reach, and all globals"});
}

void Engine::CallUnknown(const rir::Op& op, const rir::CallOp& data, const rir::Function& f, bool is_recursive,
                         State& state) {
  if (is_recursive)
    if (const std::optional<Touched>& touched = TouchedIn(f)) {
      if (!touched->is_closed && IsNamed())
        opaque.push_back({f.name, op.location, "opaque", kRecursion});
      return Summarize(op, data, f, *touched, state);
    }
  const std::vector<Value> args = Operands(data.args);
  Deps deps = state.control;
  for (const Value& v : args)
    Merge(deps, v.deps);
  TakeAtWorst(args, f.name, is_recursive ? "recursion: " : "", state, op.location);
  AnyResult(op, data, f.name, std::move(deps), state);
}

const std::optional<Touched>& Engine::TouchedIn(const rir::Function& f) {
  const auto known = touched_.find(&f);
  return known != touched_.end() ? known->second : touched_.emplace(&f, TouchedBy(module_, callees_, f)).first->second;
}

const std::optional<Touched>& Engine::TouchedIn(const rir::Function& f, const rir::Op& loop) {
  const auto known = touched_in_loops_.find(&loop);
  if (known != touched_in_loops_.end())
    return known->second;
  return touched_in_loops_.emplace(&loop, TouchedBy(module_, callees_, f, &loop)).first->second;
}

std::set<ObjectId> Engine::ReachedBy(const Touched::Places& places, const Touched& touched,
                                     const std::vector<Value>& args, const State& state) {
  std::set<ObjectId> out;
  for (const std::size_t i : places.params)
    if (i < args.size() && !touched.within.contains(i))
      Reach(args[i], state, out);
  for (const rir::RegionId region : places.statics)
    Reach(Pointer(VariableOf(region)), state, out);
  for (const rir::RegionId region : places.variables)
    out.insert(VariableOf(region));
  return out;
}

// So many bytes without pointers, somewhere among which is read or written.
void Engine::TouchWithin(const Value& where, ExprId bytes, bool reads, bool writes, const Deps& deps, State& state,
                         const rir::Location& at) {
  for (const Alternative& a : PlacesOf(where)) {
    if (reads)
      NoteRead(a.target, bytes, a.guards, state, at, Use::Value);
    if (!writes)
      continue;
    NoteWrite(a.target, bytes, a.guards, false, state, at, deps);
    Clobber(a.target, bytes, false, state, deps);
  }
}

// What an argument is does not hang on whether the call is made; what the callee does with it does.
void Engine::PassArguments(const rir::Function& f, const std::vector<Value>& args, State& state,
                           const rir::Location& at) {
  const Deps control = std::exchange(state.control, {});
  for (std::size_t i = 0; i < f.params.size() && i < args.size(); ++i) {
    const rir::Region& param = module_.regions[f.params[i]];
    const ObjectId id = VariableOf(f.params[i]);
    Contents& c = state.Change(id);
    c = Contents{};
    c.version = next_version_++;
    c.Stain(c.version);
    if (TypeAt(param.type).kind == rir::TypeKind::Record)
      CopyBytes(Pointer(id), args[i], objects[id].extent, state, at);
    else
      Store(Pointer(id), args[i], param.type, state, at);
  }
  state.control = control;
}

void Engine::Enter(const rir::Op& op, const rir::Function& f) {
  const auto [site, is_new] = site_ids_.try_emplace(SiteOf(op), static_cast<std::uint32_t>(sites_.size()));
  if (is_new)
    sites_.push_back(site->first);
  std::vector<std::uint32_t> path = stack_.back().path;
  path.push_back(site->second);
  const std::uint64_t key = PairKey(stack_.back().path_id, site->second);
  const std::uint32_t* known = path_ids_.Find(key);
  const auto path_id = known != nullptr ? *known : static_cast<std::uint32_t>(path_variables_.size());
  if (known == nullptr) {
    path_ids_.Set(key, path_id);
    path_variables_.emplace_back();
  }
  nest_.push_back({stack_.back().function, nullptr, op.location});
  stack_.push_back({&f, std::move(path), std::vector<Value>(f.value_count), {}, 0, op.location, {}, path_id});
}

// The callee's variables end with it.
void Engine::Leave(std::optional<State>& state) {
  const std::uint32_t path = stack_.back().path_id;
  stack_.pop_back();
  nest_.pop_back();
  if (!state)
    return;
  for (const ObjectId id : path_variables_[path])
    state->memory.erase(id);
}

// The ways back from a call, as one. A record that is returned is copied to `into`.
Engine::Returned Engine::JoinReturns(Flow& flow, const Value& into, ExprId size, const rir::Location& at) {
  Returned out;
  out.state = std::move(flow.next);
  for (auto& [s, v] : flow.returns) {
    if (!into.alternatives.empty())
      CopyBytes(into, v, size, s, at);
    if (!out.state || (s.since_boundary && !out.state->since_boundary)) {  // what is before the boundary is over
      out = {std::move(s), std::move(v)};
    } else if (s.since_boundary == out.state->since_boundary) {
      const ExprId condition = Distinction(out.state->facts, s.facts);
      out.value = out.value ? JoinValues(*out.value, v, condition) : std::move(v);
      out.state = Join(*out.state, s, condition);
    }
  }
  return out;
}

// Of functions that call one another each could be followed inside each: where that costs too much, one of them is.
bool Engine::IsAgain(const rir::Function& f) {
  if (std::ranges::any_of(stack_, [&](const Frame& frame) { return frame.function == &f; }))
    return true;
  return is_pressed_ && !to_step_loop_.contains(&f) &&
         std::ranges::any_of(stack_, [&](const Frame& frame) { return callees_.AreInOneCycle(*frame.function, f); }) &&
         TouchedIn(f);
}

// One number, null, or one place in one block that was there before the outermost of the calls.
bool Engine::IsOneOutside(const Value& v, const Frame& outermost) const {
  if (v.HasNumber())
    return pool.AsConstant(v.number).has_value();
  if (v.kind != Value::Kind::Pointer || v.alternatives.size() != 1)
    return false;
  const auto& [guards, is_null, target] = v.alternatives[0];
  const Object& o = objects[target.object];
  const bool is_inside = o.path.size() >= outermost.path.size() &&
                         std::equal(outermost.path.begin(), outermost.path.end(), o.path.begin());
  return is_null || (!o.IsSeveral() && !is_inside && pool.AsConstant(target.offset));
}

// Whether a call from within goes on to what no call around it has got: the next layer of a chain, a child of a tree, a
// number that counts down. Such a recursion ends where the structure does.
bool Engine::Descends(const rir::Function& f, const std::vector<Value>& args) {
  std::vector<Frame*> around;
  for (Frame& frame : stack_)
    if (frame.function == &f)
      around.push_back(&frame);
  if (is_pressed_ || around.empty() || around.size() > kMaxDescent || around.front()->descents >= kMaxDescents)
    return false;
  const auto is_new = [&](std::size_t i) {
    return IsOneOutside(args[i], *around.front()) && std::ranges::none_of(around, [&](const Frame* frame) {
             if (frame->args == nullptr)  // main itself
               return true;
             const std::vector<Value>& others = *frame->args;
             return i >= others.size() || !IsOneOutside(others[i], *around.front()) || AreSame(others[i], args[i]);
           });
  };
  for (std::size_t i = 0; i < args.size(); ++i)
    if (is_new(i)) {
      ++around.front()->descents;
      return true;
    }
  return false;
}

std::optional<State> Engine::Inline(const rir::Op& op, const rir::CallOp& data, const rir::Function& f, State state) {
  const auto passed = std::make_shared<const std::vector<Value>>(Operands(data.args));
  const std::vector<Value>& args = *passed;
  const bool is_recursive = IsAgain(f) && !Descends(f, args);
  if (!f.is_defined || is_recursive || stack_.size() >= kMaxCallDepth) {
    CallUnknown(op, data, f, is_recursive, state);
    return state;
  }
  if (options_.summarized.contains(&f) && TouchedIn(f)) {
    if (IsNamed())
      opaque.push_back({f.name, op.location, "opaque", kTooCostly});
    Summarize(op, data, f, *TouchedIn(f), state);
    return state;
  }
  const Value into = data.into ? Operand(data.into) : Value{};
  const Deps control = state.control;
  const bool was_since_boundary = state.since_boundary;
  const std::uint64_t began = work;
  if (options_.spending != nullptr)
    counters.Call(f, ShapeOf(args, pool));
  Enter(op, f);
  stack_.back().args = passed;
  PassArguments(f, args, state, op.location);
  Flow flow = Exec(f.blocks[f.body], std::move(state));
  Returned end = JoinReturns(flow, into, pool.Constant(static_cast<std::int64_t>(SizeOf(f.result))), op.location);
  Leave(end.state);
  Cost& cost = spent[&f];
  cost.work += work - std::max(began, counted_from);
  ++cost.calls;
  if (!end.state)
    return std::nullopt;
  end.state->TakeUpControl(control, was_since_boundary);
  SetResult(op, end.value ? std::move(*end.value) : Value{});
  return std::move(end.state);
}

}  // namespace detrain::infer
