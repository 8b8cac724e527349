// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/joined_parts.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace detrain::check {

using flow::InstanceId;
using flow::NodeId;
using flow::ObjectId;
using flow::ScopeId;
using flow::ScopeKind;

namespace {

constexpr unsigned kMostAround = 40;  // scopes around a call, conversions of an iterator

bool IsAppend(std::string_view name) {
  return name == "std::vector::push_back" || name == "std::vector::emplace_back";
}

// What neither reads nor writes the elements but to make room for them, or at their end.
bool KeepsElements(std::string_view name) {
  return name == "std::vector::reserve" || name == "std::vector::~vector" || name == "std::vector::clear";
}

ScopeId OnlyParent(const flow::Flow& flow, ScopeId scope) {
  const std::vector<ScopeId>& parents = flow.scopes[scope].parents;
  return parents.size() == 1 ? parents.front() : flow::kNone;
}

}  // namespace

JoinedParts::JoinedParts(const Context& context, const Workers& workers)
    : context_(context), flow_(context.flow), workers_(workers) {
  if (workers_.shares.empty())
    return;
  FindCalls();
  if (appends_.empty() || joins_.empty())
    return;
  FindBlocks();
  if (!blocks_.empty())
    FindJoined();
}

bool JoinedParts::IsElement(NodeId node) const {
  const auto is_ours = [&](NodeId cell) { return blocks_.contains(flow_.nodes[cell].object); };
  if (blocks_.empty() || flow_.nodes[node].kind == flow::NodeKind::Cell)
    return !blocks_.empty() && is_ours(node);
  if (joined_.contains(node))
    return true;
  const flow::Access* access = flow_.AccessOf(node);
  const auto cells = flow_.PointsTo(access == nullptr || !access->writes ? flow::kNone : access->address);
  return !cells.empty() && std::ranges::all_of(cells, is_ours);
}

void JoinedParts::FindCalls() {
  for (const LibraryCall& call : context_.library_calls) {
    if (call.instance == flow::kNone)
      continue;
    if (IsAppend(call.name) && IsAppendOfShare(call))
      appends_.insert(call.instance);
    else if (IsJoin(call))
      joins_.insert(call.instance);
    else if (KeepsElements(call.name))
      others_.insert(call.instance);
  }
}

// Blocks that are made where the share's rounds append, and that nothing but these, and the joining, looks into.
void JoinedParts::FindBlocks() {
  for (ObjectId object = 0; object < flow_.objects.size(); ++object)
    if (IsMadeBy(object, appends_))
      blocks_.insert(object);
  for (const flow::Access& access : flow_.accesses) {
    const auto is_ours = [&](NodeId cell) { return blocks_.contains(flow_.nodes[cell].object); };
    const auto cells = flow_.PointsTo(access.address), values = flow_.PointsTo(access.value);
    const bool copies = std::holds_alternative<rir::CopyOp>(flow_.nodes[access.node].op->data);
    const bool looks = std::ranges::any_of(cells, is_ours) || (copies && std::ranges::any_of(values, is_ours));
    if (!looks)
      continue;
    const InstanceId call = flow_.LibraryCallOf(access.node);
    const bool only_reads = !access.writes || std::ranges::none_of(cells, is_ours);
    if (appends_.contains(call) || others_.contains(call) || (joins_.contains(call) && only_reads))
      continue;
    for (const NodeId cell : cells)
      blocks_.erase(flow_.nodes[cell].object);
    for (const NodeId cell : values)
      blocks_.erase(flow_.nodes[cell].object);
  }
}

// What the whole holds behind a joining, and how much that is: the same in all.
void JoinedParts::FindJoined() {
  std::unordered_set<InstanceId> others;
  for (const flow::Access& access : flow_.accesses)
    if (ReadsOther(access))
      others.insert(flow_.LibraryCallOf(access.node));
  for (const flow::Access& access : flow_.accesses)
    if (const InstanceId call = flow_.LibraryCallOf(access.node);
        access.writes && joins_.contains(call) && !others.contains(call))
      joined_.insert(access.node);
}

// Whether it reads elements of anything but such a container, or the whole.
bool JoinedParts::ReadsOther(const flow::Access& access) const {
  const bool copies = std::holds_alternative<rir::CopyOp>(flow_.nodes[access.node].op->data);
  const auto cells = flow_.PointsTo(copies ? access.value : access.address);
  return (copies || access.reads) && std::ranges::any_of(cells, [&](NodeId cell) {
           const ObjectId object = flow_.nodes[cell].object;
           return flow_.objects[object].kind == flow::ObjectKind::Block && !blocks_.contains(object) &&
                  !IsMadeBy(object, joins_);
         });
}

bool JoinedParts::IsMadeBy(ObjectId object, const std::unordered_set<InstanceId>& calls) const {
  const flow::Object& block = flow_.objects[object];
  if (block.kind != flow::ObjectKind::Block)
    return false;
  for (InstanceId i = block.instance; i != flow::kNone; i = flow_.instances[i].caller)
    if (calls.contains(i))
      return true;
  return false;
}

// Whether the call stands in a loop over a worker's share, decided by no number of the workers, and the container is
// made anew for all of that.
bool JoinedParts::IsAppendOfShare(const LibraryCall& call) const {
  const ObjectId container = call.args.empty() ? flow::kNone : ObjectOf(call.args.front());
  const ScopeId made = container == flow::kNone ? flow::kNone : flow_.objects[container].scope;
  bool is_in_share = false;
  ScopeId at = flow_.nodes[call.node].scope;
  for (unsigned depth = 0; depth < kMostAround && at != flow::kNone && at != made; ++depth) {
    const flow::Scope& scope = flow_.scopes[at];
    const bool is_share = workers_.shares.contains(at);
    const bool repeats = scope.kind == ScopeKind::Loop && is_in_share && !is_share && !workers_.rounds[at];
    if (repeats || (scope.kind == ScopeKind::Branch && IsDecidedByNumber(at)))
      return false;
    is_in_share = is_in_share || is_share;
    at = OnlyParent(flow_, at);
  }
  return is_in_share && at == made;
}

bool JoinedParts::IsDecidedByNumber(ScopeId branch) const {
  const flow::Scope& scope = flow_.scopes[branch];
  const auto* choice = scope.op == nullptr ? nullptr : std::get_if<rir::IfOp>(&scope.op->data);
  const NodeId condition = choice == nullptr ? flow::kNone : flow_.NodeOf(choice->condition, scope.instance);
  return condition != flow::kNone && workers_.numbers.contains(condition);
}

// `whole.insert(whole.end(), part.begin(), part.end())` in each round of a loop that goes up.
bool JoinedParts::IsJoin(const LibraryCall& call) const {
  constexpr std::size_t kOperands = 4;
  const flow::Node& node = flow_.nodes[call.node];
  if (call.name != "std::vector::insert" || call.operands->size() != kOperands || !GoesUp(node.scope))
    return false;
  const auto place = [&](std::size_t operand, std::string_view from) {
    return PlaceIn((*call.operands)[operand], node.instance, from);
  };
  const ObjectId whole = ObjectOf(call.args.front()), part = place(2, "begin");
  return whole != flow::kNone && part != flow::kNone && part != whole && place(1, "end") == whole &&
         place(3, "end") == part;
}

// Whether each round moves a counter, or an iterator, up.
bool JoinedParts::GoesUp(ScopeId scope) const {
  const flow::Scope& loop = flow_.scopes[scope];
  const auto* op = loop.op == nullptr ? nullptr : std::get_if<rir::LoopOp>(&loop.op->data);
  const rir::Function* function = flow_.FunctionOf(loop.instance);
  if (op == nullptr || function == nullptr || op->step == rir::kNone)
    return false;
  return std::ranges::any_of(function->blocks[op->step].ops, [&](const rir::Op& step) {
    if (const auto* sum = std::get_if<rir::ComputeOp>(&step.data))
      return (sum->opcode == rir::Opcode::Add || sum->opcode == rir::Opcode::Index) &&
             sum->args[1] == rir::Operand::Int(1);
    const auto* call = std::get_if<rir::CallOp>(&step.data);
    if (call == nullptr || call->callee.kind != rir::OperandKind::Function)
      return false;
    const std::string name = WithoutArguments(context_.module.functions[call->callee.id].name);
    return name.ends_with("::operator++") && name.find("reverse") == std::string::npos;
  });
}

// The container that an iterator leads into, where it is what the member `from` returns, or is converted from that.
ObjectId JoinedParts::PlaceIn(const rir::Operand& iterator, InstanceId instance, std::string_view from,
                              unsigned depth) const {
  const rir::Function* function = flow_.FunctionOf(instance);
  if (iterator.kind != rir::OperandKind::Region || function == nullptr || depth > kMostAround)
    return flow::kNone;
  std::vector<const rir::CallOp*> makers;
  for (const rir::Block& block : function->blocks)
    for (const rir::Op& op : block.ops)
      if (const auto* call = std::get_if<rir::CallOp>(&op.data);
          call != nullptr && call->callee.kind == rir::OperandKind::Function && !call->args.empty() &&
          (call->into == iterator || (call->args.size() == 2 && call->args[0] == iterator)))
        makers.push_back(call);
  if (makers.size() != 1)
    return flow::kNone;
  const rir::CallOp& made = *makers.front();
  const std::string name = WithoutArguments(context_.module.functions[made.callee.id].name);
  const std::string member = name.substr(name.rfind(':') + 1);
  if (made.into == iterator && (member == from || member == "c" + std::string(from)))
    return ObjectOf(flow_.NodeOf(made.args[0], instance));
  const bool is_conversion = made.into != iterator || member == "make_move_iterator";
  return is_conversion ? PlaceIn(made.args.back(), instance, from, depth + 1) : flow::kNone;
}

ObjectId JoinedParts::ObjectOf(NodeId address) const {
  const auto cells = flow_.PointsTo(address);
  const bool is_one = !cells.empty() && std::ranges::all_of(cells, [&](NodeId cell) {
    return flow_.nodes[cell].object == flow_.nodes[cells.front()].object;
  });
  return is_one ? flow_.nodes[cells.front()].object : flow::kNone;
}

}  // namespace detrain::check
