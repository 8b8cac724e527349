// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/walk.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analyzer/rir/visit.h"

namespace detrain::flow {

namespace {

constexpr std::size_t kLeastBudget = 40'000;  // ops in instances; this many cost a few milliseconds
constexpr std::size_t kNodesPerOp = 2;        // about
constexpr std::size_t kSmall = 128;  // with all that it calls: an instance per call costs no more than its loads
constexpr std::size_t kSmallOfLibrary = 256;  // the same in the library's headers
constexpr unsigned kDeepest = 200;            // calls in calls

std::size_t OpsOf(const rir::Module& module) {
  std::size_t ops = 0;
  for (const rir::Function& function : module.functions)
    for (const rir::Block& block : function.blocks)
      ops += block.ops.size();
  return ops;
}

}  // namespace

Walker::Walker(const rir::Module& module, const Extent& extent)
    : module_(module),
      largest_own_(extent.largest_own),
      graph_(module),
      whole_sizes_(WholeSizes(module)),
      budget_(std::clamp(OpsOf(module) * extent.per_op, kLeastBudget, extent.most)),
      spin_locks_(module),
      base_tables_(module) {
  graph_.Reserve(kNodesPerOp * (budget_ + OpsOf(module)));
}

Flow Walker::Walk() {
  for (const rir::Function& function : module_.functions)
    flow().has_main = flow().has_main || (function.link_name == "main" && function.is_defined);
  if (module_.init.body != rir::kNone) {
    Instance instance;
    instance.scope = AddScope(ScopeKind::Function, nullptr);
    flow().instances.push_back(instance);
    params_.emplace_back();
    ran_.push_back(false);
    is_base_.push_back(false);
    Run(0);
  }
  Roots();
  graph_.Solve([this](std::uint32_t call, rir::FunctionId callee) {
    if (!module_.functions[callee].is_defined)
      return;
    const Call made = calls_[call];
    Enter(callee, made);
  });
  return std::move(flow());
}

// Of a whole program, main. Else what the outside may call: what the user's files define and no one here calls.
void Walker::Roots() {
  std::set<rir::FunctionId> called;
  for (const rir::Function& function : module_.functions)
    for (const rir::Block& block : function.blocks)
      for (const rir::Op& op : block.ops)
        if (const auto* call = std::get_if<rir::CallOp>(&op.data);
            call && call->callee.kind == rir::OperandKind::Function && &module_.functions[call->callee.id] != &function)
          called.insert(call->callee.id);
  for (rir::FunctionId id = 0; id < module_.functions.size(); ++id) {
    const rir::Function& function = module_.functions[id];
    const bool is_users = !flow().IsSystem(function.declared.file);
    const bool is_root = flow().has_main ? function.link_name == "main" : is_users && !called.contains(id);
    if (!function.is_defined || !is_root)
      continue;
    flow().roots.push_back(id);
    const InstanceId made = Make(id, kNone, {}, kNone);
    flow().instances[made].is_shared = true;
    shared_[id] = made;
    BindUnknown(made);
    Run(made);
  }
}

const FunctionInfo& Walker::InfoFor(const rir::Function& function) {
  auto& info = infos_[&function];
  if (!info)
    info = std::make_unique<FunctionInfo>(InfoOf(module_, function));
  return *info;
}

ScopeId Walker::AddScope(ScopeKind kind, const rir::Op* op) {
  Scope scope;
  scope.kind = kind;
  scope.op = op;
  if (frame_ != nullptr) {
    scope.instance = frame_->instance;
    if (frame_->scope != kNone)
      scope.parents.push_back(frame_->scope);
  }
  flow().scopes.push_back(std::move(scope));
  const auto made = static_cast<ScopeId>(flow().scopes.size() - 1);
  if (frame_ != nullptr && frame_->scope != kNone)
    flow().scopes[frame_->scope].events.push_back({kNone, made});
  return made;
}

InstanceId Walker::Make(rir::FunctionId id, InstanceId caller, const rir::Location& at, ScopeId scope) {
  const rir::Function& function = module_.functions[id];
  const FunctionInfo& info = InfoFor(function);
  Instance instance;
  instance.function = id;
  instance.caller = caller;
  instance.call = at;
  const auto made = static_cast<InstanceId>(flow().instances.size());
  Scope own;
  own.instance = made;
  if (scope != kNone)
    own.parents.push_back(scope);
  flow().scopes.push_back(std::move(own));
  instance.scope = static_cast<ScopeId>(flow().scopes.size() - 1);
  Node node;
  node.instance = made;
  node.scope = instance.scope;
  node.kind = NodeKind::Result;
  instance.result = graph_.Add(node);
  node.kind = NodeKind::Control;
  instance.control = graph_.Add(node);
  flow().instances.push_back(instance);
  std::vector<NodeId> params;
  for (const rir::RegionId region : function.params) {
    node.kind = NodeKind::Parameter;
    node.object = region;
    params.push_back(info.variables.contains(region) ? graph_.Add(node) : kNone);
  }
  params_.push_back(std::move(params));
  ran_.push_back(false);
  is_base_.push_back(false);
  return made;
}

// Whether it is one of the library's that does little, as clocks and their differences: what two calls are given and
// return has nothing in common.
bool Walker::IsSmallOfLibrary(rir::FunctionId id) const {
  return whole_sizes_[id] <= kSmallOfLibrary && flow().IsSystem(module_.functions[id].declared.file);
}

// Recursion, size and the budget decide whether a call gets an instance of its own.
bool Walker::IsWorthOwn(rir::FunctionId id, InstanceId caller) const {
  const std::size_t size = whole_sizes_[id];
  if (size > largest_own_ || (size > std::max(budget_, LaunchBudget()) && size > kSmall && !IsSmallOfLibrary(id)) ||
      depth_ > kDeepest)
    return false;
  const Flow& flow = const_cast<Walker*>(this)->flow();
  for (InstanceId i = caller; i != kNone; i = flow.instances[i].caller)
    if (flow.instances[i].function == id)
      return false;
  return true;
}

InstanceId Walker::Enter(rir::FunctionId id, const Call& call) {
  InstanceId made = kNone;
  const auto known = shared_.find(id);
  const bool is_own = IsWorthOwn(id, call.caller);
  if (is_own || known == shared_.end()) {
    made = Make(id, call.caller, call.op->location, call.scope);
    flow().instances[made].op = call.op;
    const std::size_t ops = InfoFor(module_.functions[id]).ops + 1;
    std::size_t& budget = LaunchBudget() > 0 ? launch_budget_ : budget_;
    budget -= std::min(budget, ops);
    if (is_own) {
      HandNumbers(made, call);
      const rir::FunctionId caller = flow().instances[call.caller].function;
      is_base_[made] = caller != kNone && base_tables_.IsOfBase(module_.functions[caller], *call.op);
    } else {
      shared_[id] = made;
      flow().instances[made].is_shared = true;
    }
  } else {
    made = known->second;
    flow().scopes[flow().instances[made].scope].parents.push_back(call.scope);
  }
  flow().scopes[call.scope].events.push_back({kNone, flow().instances[made].scope});
  Bind(made, call);
  if (!ran_[made])
    Run(made);
  return made;
}

void Walker::Bind(InstanceId instance, const Call& call) {
  const rir::Function& function = module_.functions[flow().instances[instance].function];
  graph_.Connect(call.control, flow().instances[instance].control, EdgeKind::Control);
  for (std::size_t i = 0; i < function.params.size() && i < call.args.size(); ++i) {
    if (params_[instance][i] != kNone) {
      graph_.Connect(call.args[i], params_[instance][i], EdgeKind::Copy);
      continue;
    }
    const rir::RegionId region = function.params[i];
    const ObjectId object = ParamObject(instance, region);
    if (module_.types[module_.regions[region].type].kind == rir::TypeKind::Record)
      graph_.Copy(AddressOf(object), call.args[i], SizeOf(module_.regions[region].type));
    else
      graph_.Connect(call.args[i], graph_.Cell(object, 0), EdgeKind::Copy);
  }
  const NodeId result = flow().instances[instance].result;
  graph_.Connect(result, call.result, EdgeKind::Copy);
  if (call.into != kNone)
    graph_.Copy(call.into, result, SizeOf(function.result));
}

// Functions of a library's headers choose by such a number what they do, as the manager of a std::function does. What
// the user's own functions would do if they were called with another one is looked at.
void Walker::HandNumbers(InstanceId instance, const Call& call) {
  const rir::Function& function = module_.functions[flow().instances[instance].function];
  const bool is_known = std::ranges::any_of(call.numbers, [](const Known& number) { return number.has_value(); });
  if (is_known && flow().IsSystem(function.declared.file))
    handed_[instance] = call.numbers;
}

Known Walker::NumberOf(const rir::Operand& operand) const {
  if (operand.kind == rir::OperandKind::Int)
    return static_cast<double>(operand.integer);
  const bool is_value = operand.kind == rir::OperandKind::Value && !frame_->numbers.empty();
  return is_value ? frame_->numbers[operand.id] : std::nullopt;
}

// The outside calls it: pointers lead to memory of the outside.
void Walker::BindUnknown(InstanceId instance) {
  const rir::Function& function = module_.functions[flow().instances[instance].function];
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    const rir::RegionId region = function.params[i];
    if (!IsPointer(module_.regions[region].type))
      continue;
    const NodeId node =
        params_[instance][i] != kNone ? params_[instance][i] : graph_.Cell(ParamObject(instance, region), 0);
    graph_.MakeUnknown(node);
  }
}

void Walker::Run(InstanceId instance) {
  ran_[instance] = true;
  const Instance made = flow().instances[instance];
  const rir::Function& function = made.function == kNone ? module_.init : module_.functions[made.function];
  Frame frame{&function, &InfoFor(function), instance, made.scope, made.control, {}, {}, {}, {}};
  if (handed_.contains(instance))
    frame.numbers.resize(function.value_count);
  frame.values.assign(function.value_count, kNone);
  Frame* const outer = std::exchange(frame_, &frame);
  ++depth_;
  for (const rir::RegionId region : frame.info->regions)
    frame.variables.push_back(Undefined(region));
  for (std::size_t i = 0; i < function.params.size(); ++i)
    if (params_[instance][i] != kNone)
      frame.variables[frame.info->variables.at(function.params[i])] = params_[instance][i];
  if (function.body != rir::kNone)
    Block(function.body);
  flow().values.resize(flow().instances.size());
  flow().values[instance] = std::move(frame.values);
  --depth_;
  frame_ = outer;
}

NodeId Walker::Undefined(rir::RegionId region) {
  Node node;
  node.kind = NodeKind::Undefined;
  node.instance = frame_->instance;
  node.scope = frame_->scope;
  node.object = region;
  return graph_.Add(node);
}

NodeId Walker::Join(NodeId a, NodeId b) {
  if (a == kNone || b == kNone || a == b)
    return a == kNone ? b : a;
  Node node;
  node.kind = NodeKind::Control;
  node.instance = frame_->instance;
  node.scope = frame_->scope;
  const NodeId joined = graph_.Add(node);
  graph_.Connect(a, joined, EdgeKind::Control);
  graph_.Connect(b, joined, EdgeKind::Control);
  return joined;
}

namespace {

// Of a loop that threads share and of what one of them does: the others wait at its end, but for a `flush` there.
bool WaitsAtEnd(const std::vector<rir::Op>& ops, std::size_t i) {
  const auto* par = std::get_if<rir::ParOp>(&ops[i].data);
  if (par == nullptr || (par->kind != rir::ParKind::Loop && par->kind != rir::ParKind::Single))
    return false;
  const auto* sync = i + 1 < ops.size() ? std::get_if<rir::SyncOp>(&ops[i + 1].data) : nullptr;
  return sync == nullptr || sync->kind != rir::SyncKind::Flush;
}

}  // namespace

Walker::End Walker::Block(rir::BlockId id) {
  End end;
  const NodeId outer = frame_->control;
  const std::vector<rir::Op>& ops = frame_->function->blocks[id].ops;
  for (std::size_t i = 0; i < ops.size() && !end.is_left; ++i) {
    end.is_left = !Op(ops[i], end);
    if (WaitsAtEnd(ops, i))
      flow().scopes[frame_->scope].events.push_back({kNone, kNone});
  }
  frame_->control = outer;
  return end;
}

// False: what follows in the block does not run.
bool Walker::Op(const rir::Op& op, End& end) {
  bool goes_on = true;
  const auto jump = [&](std::size_t loops) {
    end.jumps[loops] = Join(JumpOf(end, loops), frame_->control);
    goes_on = false;
  };
  rir::VisitOp(
      op, [&](const rir::IfOp& data) { goes_on = If(op, data, end); },
      [&](const rir::LoopOp& data) { goes_on = Loop(op, data, end); },
      [&](const rir::ParOp& data) { Par(op, data, end); },
      [&](const rir::BreakOp& data) { jump(Jump(data.loop, true)); },
      [&](const rir::ContinueOp& data) { jump(Jump(data.loop, false)); },
      [&](const rir::ReturnOp& data) {
        const NodeId result = flow().instances[frame_->instance].result;
        graph_.Connect(Of(data.value), result, EdgeKind::Copy);
        graph_.Connect(frame_->control, result, EdgeKind::Control);
        jump(0);
      },
      [&](const rir::StopOp&) { goes_on = false; }, [&](const auto&) { Memory(op); });
  return goes_on;
}

// The loop that it goes to, from 1 for the outermost. Those around that one go on as before.
std::size_t Walker::Jump(rir::LoopId loop, bool is_break) {
  for (std::size_t i = frame_->loops.size(); i > 0; --i) {
    LoopState& state = frame_->loops[i - 1];
    graph_.Connect(frame_->control, state.control, EdgeKind::Control);
    if (state.loop != loop)
      continue;
    (is_break ? state.breaks : state.continues).push_back(frame_->variables);
    return i;
  }
  return 0;
}

NodeId Walker::JumpOf(const End& end, std::size_t loops) {
  const auto found = end.jumps.find(loops);
  return found == end.jumps.end() ? kNone : found->second;
}

// Those that leave what is inside of `loops` loops as well; what decides on one of them.
NodeId Walker::AddJumps(End& to, const End& from, std::size_t loops) {
  NodeId all = kNone;
  for (const auto& [left, control] : from.jumps) {
    if (left > loops)
      break;
    to.jumps[left] = Join(JumpOf(to, left), control);
    all = Join(all, control);
  }
  return all;
}

bool Walker::If(const rir::Op& op, const rir::IfOp& data, End& end) {
  Node node;
  node.kind = NodeKind::Control;
  node.instance = frame_->instance;
  node.scope = frame_->scope;
  node.op = &op;
  const NodeId outer = frame_->control;
  NodeId control = graph_.Add(node);
  graph_.Connect(Of(data.condition), control, EdgeKind::Control);
  graph_.Connect(outer, control, EdgeKind::Control);
  const Variables before = frame_->variables;
  const std::vector<NodeId> locks = locks_;
  std::vector<Variables> ways;
  std::vector<NodeId> locks_after = locks, locks_left = locks;
  End jumps;
  const Known choice = NumberOf(data.condition);
  for (const rir::BlockId block : {data.then_block, data.else_block}) {
    const bool is_never = choice && (*choice != 0) != (block == data.then_block);
    if (is_never && data.then_block != data.else_block)
      continue;  // headers of the library choose so by the size of a type
    frame_->variables = before;
    locks_ = locks;
    End branch;
    if (block != rir::kNone) {
      frame_->control = control;
      const ScopeId scope = AddScope(ScopeKind::Branch, &op);
      flow().scopes[scope].block = block;
      const ScopeId outer_scope = std::exchange(frame_->scope, scope);
      branch = Block(block);
      frame_->scope = outer_scope;
    }
    frame_->control = outer;
    AddJumps(jumps, branch, frame_->loops.size());
    if (locks_ != locks && branch.is_left)
      locks_left = locks_;
    if (branch.is_left)
      continue;
    ways.push_back(frame_->variables);
    if (locks_ != locks)
      locks_after = locks_;
  }
  locks_ = ways.empty() ? locks_left : locks_after;
  frame_->control = Join(frame_->control, AddJumps(end, jumps, frame_->loops.size()));
  if (ways.empty())
    return false;
  frame_->variables = Meet(ways, op);
  return true;
}

Walker::Variables Walker::Meet(const std::vector<Variables>& ways, const rir::Op& op) {
  Variables met = ways.front();
  for (std::size_t v = 0; v < met.size(); ++v) {
    if (std::ranges::all_of(ways, [&](const Variables& way) { return way[v] == met[v]; }))
      continue;
    Node node;
    node.kind = NodeKind::Merge;
    node.instance = frame_->instance;
    node.scope = frame_->scope;
    node.op = &op;
    node.object = frame_->info->regions[v];
    const NodeId merge = graph_.Add(node);
    std::set<NodeId> from;
    for (const Variables& way : ways)
      if (from.insert(way[v]).second)
        graph_.Connect(way[v], merge, EdgeKind::Copy);
    met[v] = merge;
  }
  return met;
}

// A loop that waits for a flag takes a lock; what it does to the flag is no access of the program's.
bool Walker::Loop(const rir::Op& op, const rir::LoopOp& data, End& end) {
  const std::optional<PlaceInText> flag = spin_locks_.AcquiredBy(*frame_->function, data);
  if (!flag)
    return Rounds(op, data, end);
  const NodeId outer = std::exchange(spun_on_, kNone);
  ++spinning_;
  const bool goes_on = Rounds(op, data, end);
  --spinning_;
  if (const NodeId address = std::exchange(spun_on_, outer); address != kNone) {
    locks_.push_back(address);
    held_spin_locks_.push_back({*flag, address});
  }
  return goes_on;
}

bool Walker::Rounds(const rir::Op& op, const rir::LoopOp& data, End& end) {
  const NodeId outer_control = frame_->control;
  const bool is_once = data.kind == rir::LoopKind::Once;
  const ScopeId scope = AddScope(is_once ? ScopeKind::Branch : ScopeKind::Loop, &op);
  const ScopeId outer_scope = std::exchange(frame_->scope, scope);
  Node node;
  node.kind = NodeKind::Control;
  node.instance = frame_->instance;
  node.scope = scope;
  node.op = &op;
  const NodeId control = graph_.Add(node);
  graph_.Connect(outer_control, control, EdgeKind::Control);
  std::map<std::uint32_t, NodeId> rounds;
  node.kind = NodeKind::Round;
  if (!is_once)
    for (const rir::BlockId block : {data.test, data.body, data.step})
      if (block != rir::kNone)
        for (const std::uint32_t v : frame_->info->stored_in[block])
          if (!rounds.contains(v)) {
            node.object = frame_->info->regions[v];
            const NodeId round = graph_.Add(node);
            graph_.Connect(frame_->variables[v], round, EdgeKind::Copy);
            graph_.Connect(control, round, EdgeKind::Control);
            rounds[v] = frame_->variables[v] = round;
          }
  frame_->loops.push_back({data.loop, control, {}, {}});
  End jumps;
  bool goes_on = true;
  std::vector<Variables> exits;
  const auto walk = [&](rir::BlockId block) {
    if (block == rir::kNone || !goes_on)
      return;
    frame_->control = control;
    const End part = Block(block);
    AddJumps(jumps, part, frame_->loops.size());
    goes_on = !part.is_left;
  };
  const auto test = [&] {
    walk(data.test);
    graph_.Connect(Of(data.condition), control, EdgeKind::Control);
    if (data.test != rir::kNone && goes_on)
      exits.push_back(frame_->variables);
  };
  if (data.kind == rir::LoopKind::TestFirst)
    test();
  walk(data.body);
  std::vector<Variables> continues = std::move(frame_->loops.back().continues);
  if (goes_on)
    continues.push_back(frame_->variables);
  if (!continues.empty()) {
    frame_->variables = Meet(continues, op);
    goes_on = true;
    walk(data.step);
    if (data.kind == rir::LoopKind::TestLast)
      test();
    for (const auto& [v, round] : rounds)
      graph_.Connect(frame_->variables[v], round, EdgeKind::Copy);
    if (is_once)
      exits.push_back(frame_->variables);
  }
  for (Variables& way : frame_->loops.back().breaks)
    exits.push_back(std::move(way));
  frame_->loops.pop_back();
  frame_->scope = outer_scope;
  frame_->control = outer_control;
  // A jump to a loop further out, or a return: what follows hangs on it.
  if (is_once || !frame_->loops.empty()) {
    const NodeId further = AddJumps(end, jumps, frame_->loops.size());
    if (is_once)
      frame_->control = Join(frame_->control, further);
  }
  if (exits.empty())
    return false;
  frame_->variables = Meet(exits, op);
  return true;
}

void Walker::Par(const rir::Op& op, const rir::ParOp& data, End& end) {
  for (const rir::RegionId region : data.privates) {
    const auto variable = frame_->info->variables.find(region);
    if (variable != frame_->info->variables.end())
      frame_->variables[variable->second] = Undefined(region);
  }
  const ScopeId scope = AddScope(ScopeKind::Parallel, &op);
  const ScopeId outer_scope = std::exchange(frame_->scope, scope);
  const bool is_one =
      data.kind == rir::ParKind::Single || data.kind == rir::ParKind::Critical || data.kind == rir::ParKind::Ordered;
  std::vector<NodeId> locks = locks_;
  if (data.kind == rir::ParKind::Critical)
    locks_.push_back(kCritical);
  else if (!is_one)
    locks_.clear();
  if (data.body != rir::kNone) {
    const std::size_t outer_launches = launches_;
    launches_ += data.kind == rir::ParKind::Launch ? 1 : 0;
    const End body = Block(data.body);
    launches_ = outer_launches;
    AddJumps(end, body, frame_->loops.size());
  }
  for (const rir::ParReduction& reduction : data.reductions) {
    const NodeId address = Of(reduction.address);
    const NodeId effect = Effect(op);
    graph_.Load(address, effect, false);
    graph_.Store(address, effect);
    AddAccess({effect, address, kNone, true, true, true, 0});
  }
  locks_ = std::move(locks);
  frame_->scope = outer_scope;
}

}  // namespace detrain::flow
