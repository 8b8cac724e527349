// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/worker_flow.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace detrain::check {

using flow::EdgeKind;
using flow::NodeId;
using flow::NodeKind;
using flow::ScopeId;

namespace {

bool IsRound(const flow::Flow& flow, NodeId node) {
  return flow.nodes[node].kind == NodeKind::Round;
}

bool IsElement(const flow::Flow& flow, const flow::Access& access) {
  const rir::ComputeOp* index = access.address == flow::kNone ? nullptr : ComputeOf(flow, access.address);
  return index != nullptr && index->opcode == rir::Opcode::Index && index->args[1].kind != rir::OperandKind::Int;
}

// Whether it asks if there is one at all: `devices < 1`, `devices == 0`.
bool AsksForOne(const flow::Flow& flow, NodeId id) {
  const rir::ComputeOp* compute = flow.nodes[id].kind == NodeKind::Value ? ComputeOf(flow, id) : nullptr;
  if (compute == nullptr || compute->args.size() != 2)
    return false;
  switch (compute->opcode) {
    case rir::Opcode::Lt:
    case rir::Opcode::Ge:
      return compute->args[1] == rir::Operand::Int(1);
    case rir::Opcode::Eq:
    case rir::Opcode::Ne:
    case rir::Opcode::Le:
    case rir::Opcode::Gt:
      return compute->args[1] == rir::Operand::Int(0);
    default:
      return false;
  }
}

// Whether the branch does nothing but leave the function.
bool OnlyLeaves(const flow::Flow& flow, const flow::Node& control) {
  const auto* branch = control.op == nullptr ? nullptr : std::get_if<rir::IfOp>(&control.op->data);
  const rir::Function* function = branch == nullptr ? nullptr : flow.FunctionOf(control.instance);
  if (function == nullptr || branch->then_block == rir::kNone || branch->else_block != rir::kNone)
    return false;
  const auto& ops = function->blocks[branch->then_block].ops;
  return !ops.empty() && ops.back().Kind() == rir::OpKind::Return;
}

}  // namespace

bool IsNoQuestion(const Context& context, NodeId id) {
  const rir::ComputeOp* compute =
      context.flow.nodes[id].kind == NodeKind::Value ? ComputeOf(context.flow, id) : nullptr;
  return compute != nullptr && (compute->opcode == rir::Opcode::Lt || compute->opcode == rir::Opcode::Ge) &&
         compute->args[1].kind == rir::OperandKind::Int && compute->args[1].integer == 0;
}

bool IsWorkersNumber(std::string_view callee) {
  return callee.ends_with("thread_num") || callee.ends_with("_rank") || callee.ends_with("Rank");
}

WorkerFlow::WorkerFlow(const Context& context, const std::vector<NodeId>& sources)
    : context_(context),
      flow_(context.flow),
      reseeded_(context),
      sources_(sources),
      in_round_(context.flow.scopes.size(), false) {
  FindNumbers();
  FindShared();
  std::vector<NodeId> shares(shares_.begin(), shares_.end());
  std::ranges::sort(shares);
  for (const NodeId share : shares)
    FindMadeOf(share);
  FindRounds();
  FindParts();
  AddReadCounters();
}

// A loop's counter that begins at such a number is looked at once all others are known: its end and its step may be.
void WorkerFlow::FindNumbers() {
  std::vector<NodeId> open = sources_, held;
  numbers_.insert(open.begin(), open.end());
  const auto add = [&](NodeId node) {
    if (numbers_.insert(node).second)
      open.push_back(node);
  };
  while (!open.empty() || !held.empty() || !counted_.empty()) {
    if (open.empty() && !counted_.empty()) {
      AddOuterCounter(open);
      continue;
    }
    if (open.empty()) {
      for (const NodeId round : held)
        (begun_.contains(round) || BeginsAtWorker(round)) && IsShare(round) ? static_cast<void>(shares_.insert(round))
                                                                            : add(round);
      held.clear();
      continue;
    }
    const NodeId at = open.back();
    open.pop_back();
    FindCounters(at);
    flow_.ForEdges(at, [&](const flow::Edge& edge) {
      const bool goes = edge.kind == EdgeKind::Copy || edge.kind == EdgeKind::Data;
      if (!goes || IsNoQuestion(context_, edge.to) || reseeded_.IsGone(edge.to))
        return;
      if (!IsRound(flow_, edge.to))
        return add(edge.to);
      if (!IsStep(at, edge.to))
        begun_.insert(edge.to);
      if (!numbers_.contains(edge.to) && !shares_.contains(edge.to))
        held.push_back(edge.to);
    });
  }
}

void WorkerFlow::FindShared() {
  std::vector<NodeId> open(shares_.begin(), shares_.end());
  shared_ = shares_;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    flow_.ForEdges(at, [&](const flow::Edge& edge) {
      const bool goes = edge.kind == EdgeKind::Copy || edge.kind == EdgeKind::Data;
      if (goes && !numbers_.contains(edge.to) && shared_.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
}

// What is computed from one of them, by way of variables and not of memory.
void WorkerFlow::FindMadeOf(NodeId share) {
  std::vector<NodeId> open = {share};
  std::unordered_set<NodeId> seen = {share};
  for (std::size_t i = 0; i < open.size(); ++i) {
    made_of_[open[i]].push_back(share);
    flow_.ForEdges(open[i], [&](const flow::Edge& edge) {
      const bool goes = edge.kind == EdgeKind::Copy || edge.kind == EdgeKind::Data;
      const bool is_memory = flow_.nodes[edge.to].kind == NodeKind::Cell && !IsVariable(edge.to);
      if (goes && !is_memory && shared_.contains(edge.to) && seen.insert(edge.to).second)
        open.push_back(edge.to);
    });
  }
}

bool WorkerFlow::IsVariable(NodeId cell) const {
  const flow::Object& object = flow_.objects[flow_.nodes[cell].object];
  if (object.kind != flow::ObjectKind::Region)
    return false;
  const rir::RegionKind kind = flow_.module->regions[object.id].kind;
  return kind == rir::RegionKind::Local || kind == rir::RegionKind::Param;
}

// Whether no share is in the value that is not in what chooses the element. Where the pieces are cut by the number of
// workers, what is made from a piece's number is not that of the elements in it.
bool WorkerFlow::IsMadeOfSame(NodeId value, NodeId address) const {
  const auto of_value = made_of_.find(value), of_address = made_of_.find(address);
  return of_value == made_of_.end() ||
         (of_address != made_of_.end() && std::ranges::includes(of_address->second, of_value->second));
}

void WorkerFlow::AddLoopsOn(NodeId condition) {
  flow_.ForEdges(condition, [&](const flow::Edge& edge) {
    const flow::Node& to = flow_.nodes[edge.to];
    if (edge.kind == EdgeKind::Control && to.op != nullptr && to.op->Kind() == rir::OpKind::Loop)
      loops_.insert(to.scope);
  });
}

// What a loop counts up to the number is which of the workers it is.
void WorkerFlow::FindCounters(NodeId condition) {
  const std::size_t before = loops_.size();
  AddLoopsOn(condition);
  const rir::ComputeOp* compute = loops_.size() == before ? nullptr : ComputeOf(flow_, condition);
  if (compute == nullptr)
    return;
  for (const rir::Operand& arg : compute->args) {
    constexpr unsigned kDeepest = 8;  // casts and copies
    NodeId at = flow_.NodeOf(arg, flow_.nodes[condition].instance);
    for (unsigned depth = 0; depth < kDeepest && at != flow::kNone && !IsRound(flow_, at); ++depth) {
      const rir::ComputeOp* cast = ComputeOf(flow_, at);
      const bool is_cast = cast != nullptr && cast->opcode == rir::Opcode::Cast;
      at = is_cast ? flow_.NodeOf(cast->args.front(), flow_.nodes[at].instance) : OnlyCopied(flow_, at);
    }
    if (at != flow::kNone && IsRound(flow_, at))
      counted_.push_back(at);
  }
}

// A loop inside such a one may begin at its counter, and then goes over a share: so the outer ones are added first.
void WorkerFlow::AddOuterCounter(std::vector<NodeId>& open) {
  const auto is_outer = [&](NodeId round) {
    return std::ranges::none_of(counted_, [&](NodeId other) {
      const ScopeId outer = flow_.nodes[other].scope, inner = flow_.nodes[round].scope;
      return outer != inner && !begun_.contains(other) && flow_.IsInside(inner, outer);
    });
  };
  const auto found = std::ranges::find_if(counted_, is_outer);
  const auto next = found == counted_.end() ? counted_.begin() : found;
  const NodeId round = *next;
  counted_.erase(next);
  if (begun_.contains(round))
    return;
  counters_.insert(round);
  if (numbers_.insert(round).second)
    open.push_back(round);
}

void WorkerFlow::FindRounds() {
  std::vector<ScopeId> open(loops_.begin(), loops_.end());
  while (!open.empty()) {
    const ScopeId at = open.back();
    open.pop_back();
    for (const flow::Event& event : flow_.scopes[at].events)
      if (event.scope != flow::kNone && !in_round_[event.scope]) {
        in_round_[event.scope] = true;
        open.push_back(event.scope);
      }
  }
}

void WorkerFlow::FindParts() {
  std::unordered_set<ScopeId> shares;
  for (const NodeId round : shares_)
    if (!StepsByNumber(round))
      shares.insert(flow_.nodes[round].scope);
  parts_.emplace(context_, JoinedParts::Workers{numbers_, std::move(shares), in_round_});
}

// That a loop has so many rounds is no state, though its counter may look like some.
void WorkerFlow::AddReadCounters() {
  for (const auto* counters : {&counters_, &shares_})
    for (const NodeId counter : *counters)
      flow_.ForEdges(counter, [&](const flow::Edge& edge) {
        if (edge.kind != EdgeKind::Control && Passes(counter, edge))
          sources_.push_back(edge.to);
      });
  std::sort(sources_.begin(), sources_.end());
}

// Whether it is what a round leaves to the next one.
bool WorkerFlow::IsStep(NodeId from, NodeId round) const {
  const ScopeId scope = flow_.nodes[from].scope;
  return scope != flow::kNone && flow_.IsInside(scope, flow_.nodes[round].scope);
}

NodeId WorkerFlow::ConditionOf(NodeId round) const {
  const flow::Node& node = flow_.nodes[round];
  const auto* loop = node.op == nullptr ? nullptr : std::get_if<rir::LoopOp>(&node.op->data);
  return loop == nullptr ? flow::kNone : flow_.NodeOf(loop->condition, node.instance);
}

// Whether a loop that begins at such a number goes over a worker's share: it ends at one, too, or goes on by more than
// a constant.
bool WorkerFlow::IsShare(NodeId round) const {
  return numbers_.contains(ConditionOf(round)) || StepsByNumber(round);
}

// Whether it begins at the number of a thread that the library numbers.
bool WorkerFlow::BeginsAtWorker(NodeId round) const {
  constexpr std::size_t kMost = 200;
  std::vector<NodeId> open;
  std::unordered_set<NodeId> seen = {round};
  const auto add = [&](NodeId from, EdgeKind kind) {
    if (kind <= EdgeKind::Data && seen.insert(from).second)
      open.push_back(from);
  };
  flow_.ForBefore(round, [&](NodeId from, EdgeKind kind) {
    if (!IsStep(from, round))
      add(from, kind);
  });
  for (std::size_t i = 0; i < open.size() && i < kMost; ++i) {
    const rir::Op* op = flow_.nodes[open[i]].op;
    const auto* input = op == nullptr ? nullptr : std::get_if<rir::InputOp>(&op->data);
    if (input != nullptr && IsWorkersNumber(input->callee))
      return true;
    flow_.ForBefore(open[i], add);
  }
  return false;
}

bool WorkerFlow::StepsByNumber(NodeId round) const {
  bool steps = false;
  flow_.ForBefore(round, [&](NodeId from, EdgeKind kind) {
    if (kind != EdgeKind::Copy || !IsStep(from, round))
      return;
    const NodeId value = flow_.nodes[from].kind == NodeKind::Effect ? OnlyCopied(flow_, from) : from;
    const rir::ComputeOp* sum = value == flow::kNone ? nullptr : ComputeOf(flow_, value);
    steps = steps || (sum != nullptr && sum->opcode == rir::Opcode::Add &&
                      std::ranges::all_of(sum->args,
                                          [](const rir::Operand& arg) { return arg.kind == rir::OperandKind::Value; }));
  });
  return steps;
}

bool WorkerFlow::Passes(NodeId from, const flow::Edge& edge) const {
  if (IsNoQuestion(context_, edge.to) || reseeded_.IsGone(edge.to) || shares_.contains(edge.to) ||
      counters_.contains(edge.to))
    return false;
  const flow::Node& to = flow_.nodes[edge.to];
  if (edge.kind == EdgeKind::Control)
    return !(AsksForOne(flow_, from) && OnlyLeaves(flow_, to)) && !parts_->IsElement(edge.to) && PassesControl(edge);
  if (edge.kind == EdgeKind::Address)
    return to.kind == NodeKind::Value && !IsScratch(edge.to);
  if (!numbers_.contains(from) && parts_->IsElement(edge.to))
    return false;
  const flow::Access* access = to.kind == NodeKind::Effect ? flow_.AccessOf(edge.to) : nullptr;
  if (access == nullptr || !IsNumber(access->address) || numbers_.contains(from))
    return true;
  return shared_.contains(from) && (!shared_.contains(access->address) || !IsMadeOfSame(from, access->address));
}

// How many rounds there are does not show in what each of them does with its own.
bool WorkerFlow::PassesControl(const flow::Edge& edge) const {
  const flow::Node& to = flow_.nodes[edge.to];
  if (to.kind == NodeKind::Round)
    return !IsInRound(to.scope) || IsNumber(ConditionOf(edge.to));
  if (to.kind != NodeKind::Effect)
    return to.kind == NodeKind::Control;
  const flow::Access* access = flow_.AccessOf(edge.to);
  const bool is_element = access != nullptr && (IsElement(flow_, *access) || IsNumber(access->address));
  return !is_element && !IsOwn(edge.to);
}

// Whether it is a store, in such a round, to what is declared or made there.
bool WorkerFlow::IsOwn(NodeId effect) const {
  const flow::Access* access = flow_.AccessOf(effect);
  const auto is_made_here = [&](ScopeId scope) {
    return scope != flow::kNone && (in_round_[scope] || loops_.contains(scope));
  };
  if (!is_made_here(flow_.nodes[effect].scope))
    return false;
  if (access == nullptr)
    return flow_.nodes[effect].op->Kind() == rir::OpKind::Store;
  const auto cells = flow_.PointsTo(access->address);
  return !cells.empty() && std::ranges::all_of(cells, [&](NodeId cell) {
    return is_made_here(flow_.objects[flow_.nodes[cell].object].scope);
  });
}

// What a round of a shared loop reads of memory that it has written itself, wherever that lies.
bool WorkerFlow::IsScratch(NodeId load) const {
  const flow::Access* access = flow_.AccessOf(load);
  if (access == nullptr)
    return false;
  const auto cells = flow_.PointsTo(access->address);
  return std::ranges::any_of(context_.state.scratch, [&](const auto& loop) {
    const auto is_written = [&](NodeId cell) { return std::ranges::find(loop.second, cell) != loop.second.end(); };
    return std::ranges::all_of(cells, is_written) && !cells.empty() &&
           flow_.IsInside(flow_.nodes[load].scope, loop.first);
  });
}

}  // namespace detrain::check
