// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/first_step.h"

#include <algorithm>
#include <variant>

#include "analyzer/flow/constants.h"

namespace detrain::audit {

using flow::EdgeKind;
using flow::InstanceId;
using flow::kNone;
using flow::Known;
using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;
using flow::ScopeKind;

namespace {

constexpr unsigned kDeepest = 200;  // numbers that are made of one another

// The one number that all of them are.
Known OneOf(const std::vector<Known>& numbers) {
  const bool is_one = !numbers.empty() && std::ranges::all_of(numbers, [&](const Known& number) {
    return flow::AreSame(number, numbers.front());
  });
  return is_one ? numbers.front() : std::nullopt;
}

// Whether the part of such a type at that offset is one number, and not one of an array's elements.
bool IsOneNumberAt(const rir::Module& module, rir::TypeId id, std::uint64_t offset) {
  while (module.types[id].kind == rir::TypeKind::Record && !module.types[id].is_union) {
    const std::vector<rir::Field>& fields = module.types[id].fields;
    const auto in = std::ranges::find_if(fields, [&](const rir::Field& field) {
      return field.offset <= offset && offset < field.offset + module.types[field.type].size;
    });
    if (in == fields.end() || in->bit_width != 0)
      return false;
    offset -= in->offset;
    id = in->type;
  }
  return offset == 0 && (module.types[id].kind == rir::TypeKind::Int || module.types[id].kind == rir::TypeKind::Float);
}

}  // namespace

bool FirstStep::Takes(ScopeId branch) const {
  const Known condition = ConditionOf(branch);
  const auto* choice = std::get_if<rir::IfOp>(&flow_.scopes[branch].op->data);
  return condition && flow_.scopes[branch].block == (*condition != 0 ? choice->then_block : choice->else_block);
}

Known FirstStep::ConditionOf(ScopeId branch) const {
  const flow::Scope& scope = flow_.scopes[branch];
  const auto* choice =
      scope.kind != ScopeKind::Branch || scope.op == nullptr ? nullptr : std::get_if<rir::IfOp>(&scope.op->data);
  return choice == nullptr ? std::nullopt : Of(choice->condition, scope.instance);
}

Known FirstStep::Of(const rir::Operand& operand, InstanceId instance) const {
  if (operand.kind == rir::OperandKind::Int)
    return static_cast<double>(operand.integer);
  if (operand.kind == rir::OperandKind::Float)
    return operand.number;
  const bool is_value = operand.kind == rir::OperandKind::Value && instance != kNone;
  const NodeId id = is_value ? flow_.NodeOf(operand, instance) : kNone;
  return id == kNone ? std::nullopt : OfNode(id);
}

// A number that is asked for again while it is computed hangs on itself, and is not known.
Known FirstStep::OfNode(NodeId id) const {
  const auto [place, is_new] = known_.try_emplace(id);
  if (!is_new || depth_ == kDeepest)
    return place->second;
  ++depth_;
  const Known number = Compute(id);
  --depth_;
  return known_[id] = number;
}

Known FirstStep::Compute(NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  switch (node.kind) {
    case NodeKind::Value:
      return OfOp(id);
    case NodeKind::Effect: {
      const auto* store = std::get_if<rir::StoreOp>(&node.op->data);
      return store == nullptr ? std::nullopt : Of(store->value, node.instance);
    }
    case NodeKind::Merge:
      return OfWays(id, false);
    case NodeKind::Round:
      return node.op == flow_.scopes[around_.loop()].op ? OfWays(id, true) : std::nullopt;
    case NodeKind::Parameter:
      return OfParameter(id);
    default:
      return std::nullopt;
  }
}

Known FirstStep::OfOp(NodeId id) const {
  const flow::Node& node = flow_.nodes[id];
  if (std::holds_alternative<rir::LoadOp>(node.op->data))
    return OfLoad(id);
  if (std::holds_alternative<rir::CallOp>(node.op->data))
    return OfCall(id);
  const auto* compute = std::get_if<rir::ComputeOp>(&node.op->data);
  if (compute == nullptr)
    return std::nullopt;
  Numbers args;
  for (const rir::Operand& arg : compute->args)
    args.push_back(Of(arg, node.instance));
  return flow::Folded(*flow_.module, *node.op, args);
}

Known FirstStep::OfLoad(NodeId load) const {
  NodeId variable = kNone;
  unsigned count = 0;
  flow_.ForBefore(load, [&](NodeId from, EdgeKind kind) {
    if (kind == EdgeKind::Copy && flow_.nodes[from].kind != NodeKind::Cell)
      variable = from, ++count;
  });
  if (count == 1)
    return OfNode(variable);
  const flow::Access* access = flow_.AccessOf(load);
  const auto cells = flow_.PointsTo(access == nullptr || count != 0 ? kNone : access->address);
  return cells.size() == 1 && IsOneNumber(cells.front()) ? OfCell(load, cells.front()) : std::nullopt;
}

// What the code before the loop leaves there, where the first step writes it after that.
Known FirstStep::OfCell(NodeId load, NodeId cell) const {
  const auto settings = settings_.Of(cell);
  if (!settings || !around_.Of(load).inside || !settings_.IsInOrder(load))
    return std::nullopt;
  const bool is_later = std::ranges::all_of(settings->inside, [&](const Setting& setting) {
    return setting.node > load && settings_.IsInOnePlace(setting.node);
  });
  return is_later ? LeftBefore(*settings) : std::nullopt;
}

// The last number that is stored there.
Known FirstStep::LeftBefore(const SettingsOfPlace& settings) const {
  const auto last = std::ranges::max_element(settings.before, {}, &Setting::node);
  const bool is_known = last != settings.before.end() && RunsBefore(last->node) &&
                        std::ranges::all_of(settings.before, [&](const Setting& setting) {
                          return settings_.IsInOnePlace(setting.node);
                        });
  return is_known ? last->value : std::nullopt;
}

// Whether the loop is reached by no way on which the store does not set that one place.
bool FirstStep::RunsBefore(NodeId store) const {
  const auto is_branch = [&](ScopeId scope) { return flow_.scopes[scope].kind == ScopeKind::Branch; };
  const auto ends = [&](NodeId jump) { return settings_.IsAround(flow_.nodes[jump].instance); };
  return settings_.IsWhole(store) && settings_.IsInOrder(store) &&
         std::ranges::none_of(settings_.Chain(flow_.nodes[store].scope), is_branch) &&
         std::ranges::all_of(in_loop_.JumpsBefore(store), ends);
}

// Of a variable where ways meet: what those bring that the first step may take.
Known FirstStep::OfWays(NodeId merge, bool is_round) const {
  Numbers numbers;
  flow_.ForBefore(merge, [&](NodeId from, EdgeKind kind) {
    if (kind == EdgeKind::Copy && !(is_round && around_.Of(from).inside) && MayRun(from))
      numbers.push_back(OfNode(from));
  });
  return OneOf(numbers);
}

Known FirstStep::OfParameter(NodeId id) const {
  const rir::Operand* handed = flow::HandedTo(flow_, id);
  return handed == nullptr ? std::nullopt : Of(*handed, flow_.instances[flow_.nodes[id].instance].caller);
}

// The one number that a call may return there.
Known FirstStep::OfCall(NodeId call) const {
  std::vector<NodeId> results;
  flow_.ForBefore(call, [&](NodeId from, EdgeKind) { results.push_back(from); });
  if (results.size() != 1 || flow_.nodes[results.front()].kind != NodeKind::Result)
    return std::nullopt;
  const InstanceId id = flow_.nodes[results.front()].instance;
  const flow::Instance& callee = flow_.instances[id];
  if (callee.is_shared || callee.function == kNone)
    return std::nullopt;
  Numbers numbers;
  Returns(id, flow_.module->functions[callee.function].body, numbers);
  return OneOf(numbers);
}

// Adds what the block may return; false: what follows the block does not run.
bool FirstStep::Returns(InstanceId instance, rir::BlockId block, Numbers& results) const {
  if (block == rir::kNone)
    return true;
  const rir::Function& function = flow_.module->functions[flow_.instances[instance].function];
  for (const rir::Op& op : function.blocks[block].ops) {
    bool goes_on = true;
    if (const auto* back = std::get_if<rir::ReturnOp>(&op.data)) {
      results.push_back(Of(back->value, instance));
      goes_on = false;
    } else if (const auto* choice = std::get_if<rir::IfOp>(&op.data)) {
      goes_on = ReturnsFromIf(instance, *choice, results);
    } else if (const auto* loop = std::get_if<rir::LoopOp>(&op.data)) {
      for (const rir::BlockId part : {loop->test, loop->body, loop->step})
        Returns(instance, part, results);
    } else if (const auto* par = std::get_if<rir::ParOp>(&op.data)) {
      Returns(instance, par->body, results);
    } else {
      goes_on = !std::holds_alternative<rir::StopOp>(op.data) && !std::holds_alternative<rir::BreakOp>(op.data) &&
                !std::holds_alternative<rir::ContinueOp>(op.data);
    }
    if (!goes_on)
      return false;
  }
  return true;
}

bool FirstStep::ReturnsFromIf(InstanceId instance, const rir::IfOp& choice, Numbers& results) const {
  const Known condition = Of(choice.condition, instance);
  bool goes_on = false;
  if (!condition || *condition != 0)
    goes_on = Returns(instance, choice.then_block, results);
  if (!condition || *condition == 0)
    goes_on = Returns(instance, choice.else_block, results) || goes_on;
  return goes_on;
}

// Whether no branch around it is known to be left out.
bool FirstStep::MayRun(NodeId id) const {
  return std::ranges::all_of(settings_.Chain(flow_.nodes[id].scope),
                             [&](ScopeId scope) { return !ConditionOf(scope) || Takes(scope); });
}

// Of a variable that there is one of while the loop runs.
bool FirstStep::IsOneNumber(NodeId cell) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  return object.kind == flow::ObjectKind::Region && (object.instance == kNone || settings_.IsAround(object.instance)) &&
         IsOneNumberAt(*flow_.module, flow_.module->regions[object.id].type, flow_.nodes[cell].offset);
}

}  // namespace detrain::audit
