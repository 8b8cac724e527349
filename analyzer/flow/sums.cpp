// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/flow/sums.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "analyzer/base/parallel.h"

namespace detrain::flow {

namespace {

// What reaches so many nodes reaches more than itself and what is printed.
constexpr std::size_t kWideReach = 1500;
constexpr std::size_t kMostLooks = 1'000'000;  // for one loop

}  // namespace

SumFacts::SumFacts(const Flow& flow, std::size_t jobs) : flow_(flow) {
  constexpr std::array<void (SumFacts::*)(), 3> kParts = {&SumFacts::IndexOnward, &SumFacts::FindChanges,
                                                          &SumFacts::FindFloats};
  ParallelFor(jobs, kParts.size(), [&](std::size_t i) { (this->*kParts[i])(); });
}

void SumFacts::FindChanges() {
  changes_.resize(flow_.nodes.size());
  for (NodeId id = 0; id < flow_.nodes.size(); ++id)
    for (const Sums allowed : {Sums::OrAverages, Sums::Only})
      if (MakesMore(id, allowed))
        changes_[id] = static_cast<std::uint8_t>(changes_[id] | 1U << static_cast<unsigned>(allowed));
}

void SumFacts::FindFloats() {
  is_float_.resize(flow_.nodes.size());
  stores_of_.resize(flow_.nodes.size(), kNone);
  for (const Access& access : flow_.accesses) {
    const rir::Op* op = flow_.nodes[access.node].op;
    if (op->type == rir::kNone || flow_.module->types[op->type].kind != rir::TypeKind::Float)
      continue;
    const auto* store = std::get_if<rir::StoreOp>(&op->data);
    const bool is_constant = store != nullptr && store->value.kind == rir::OperandKind::Float;
    for (const NodeId cell : flow_.PointsTo(access.address)) {
      is_float_[cell] = true;
      if (!access.writes || is_constant)
        continue;
      if (stores_of_[cell] == kNone) {
        stores_of_[cell] = static_cast<std::uint32_t>(stores_.size());
        stores_.emplace_back();
      }
      stores_[stores_of_[cell]].push_back(access.node);
    }
  }
  for (std::vector<NodeId>& stores : stores_) {
    std::ranges::sort(stores);
    stores.erase(std::ranges::unique(stores).begin(), stores.end());
  }
}

void SumFacts::IndexOnward() {
  first_onward_.reserve(flow_.nodes.size() + 1);
  onward_.reserve(flow_.edges.size());
  for (NodeId id = 0; id < flow_.nodes.size(); ++id) {
    first_onward_.push_back(static_cast<std::uint32_t>(onward_.size()));
    flow_.ForEdges(id, [&](const Edge& edge) {
      if (edge.kind != EdgeKind::Control)
        onward_.push_back(edge.to);
    });
  }
  first_onward_.push_back(static_cast<std::uint32_t>(onward_.size()));
}

bool SumFacts::AreOne(NodeId a, NodeId b) const {
  if (stores_of_[a] == kNone || stores_of_[b] == kNone)
    return false;
  const std::vector<NodeId>&one = stores_[stores_of_[a]], &other = stores_[stores_of_[b]];
  return one.size() < other.size() ? std::ranges::includes(other, one) : std::ranges::includes(one, other);
}

bool SumFacts::IsFloat(NodeId node) const {
  if (flow_.nodes[node].kind == NodeKind::Cell)
    return is_float_[node];
  const rir::Module& module = *flow_.module;
  return module.types[module.regions[flow_.nodes[node].object].type].kind == rir::TypeKind::Float;
}

void SumSearch::MarkCarried(const std::vector<NodeId>& carried) {
  ++loop_;
  looked_ = 0;
  for (const NodeId node : carried)
    marks_[node].carried_in = loop_;
}

NodeId SumSearch::BlockerOf(NodeId start, Sums allowed) {
  std::vector<std::pair<NodeId, bool>> open = {{start, false}};
  std::size_t looked = 0, seen = 0;
  if (looked_ > kMostLooks)
    return start;
  ++search_;
  while (!open.empty()) {
    if (seen > kWideReach || looked > kWideReach * 8)
      return start;
    const auto [at, is_changed] = open.back();
    open.pop_back();
    const std::span<const NodeId> onward = facts_.Onward(at);
    looked += onward.size();
    looked_ += onward.size();
    for (const NodeId to : onward) {
      Mark& mark = marks_[to];
      const bool changed = is_changed || facts_.Changes(to, allowed);
      const bool is_new = std::exchange(mark.seen_by[changed ? 1 : 0], search_) != search_;
      if (to == start) {
        if (changed)
          return start;
      } else if (!is_new) {
        continue;
      } else if (mark.carried_in != loop_) {
        ++seen;
        open.emplace_back(to, changed);
      } else if (facts_.AreOne(start, to)) {
        if (changed)
          return start;
      } else if (facts_.IsFloat(to) && !sums_.contains(to)) {
        return to;
      }
    }
  }
  return kNone;
}

std::unordered_set<NodeId> SumSearch::Measured(const std::vector<NodeId>& carried,
                                               const std::unordered_map<NodeId, NodeId>& blockers) {
  std::unordered_set<NodeId> measured;
  std::unordered_map<NodeId, std::vector<NodeId>> waiting;  // for what is in the way
  std::vector<NodeId> asked;                                // those that others wait for
  const auto wait = [&](NodeId node, NodeId blocker) {
    std::vector<NodeId>& all = waiting[blocker];
    if (all.empty())
      asked.push_back(blocker);
    all.push_back(node);
  };
  for (const NodeId node : carried) {
    const auto known = blockers.find(node);
    const NodeId blocker = known != blockers.end() ? known->second : BlockerOf(node, Sums::OrAverages);
    if (blocker == kNone)
      measured.insert(node);
    else if (blocker != node)
      wait(node, blocker);
  }
  while (!asked.empty()) {
    const NodeId node = asked.back();
    asked.pop_back();
    const NodeId blocker = BlockerOf(node, Sums::Only);
    if (blocker != kNone && blocker != node)
      wait(node, blocker);
    if (blocker != kNone)
      continue;
    sums_.insert(node);
    const auto freed = waiting.extract(node);
    if (!freed.empty())
      asked.insert(asked.end(), freed.mapped().begin(), freed.mapped().end());
  }
  measured.insert(sums_.begin(), sums_.end());
  sums_.clear();
  return measured;
}

// A product with what is no constant, a function, a comparison: more than a sum or an average.
bool SumFacts::MakesMore(NodeId node, Sums allowed) const {
  const rir::Op* op = flow_.nodes[node].op;
  const auto* compute =
      op == nullptr || flow_.nodes[node].kind != NodeKind::Value ? nullptr : std::get_if<rir::ComputeOp>(&op->data);
  if (compute == nullptr)
    return false;
  switch (compute->opcode) {
    case rir::Opcode::Add:
    case rir::Opcode::Sub:
    case rir::Opcode::Cast:
    case rir::Opcode::Field:
    case rir::Opcode::Index:
    case rir::Opcode::Neg:
      return false;
    case rir::Opcode::Mul:
    case rir::Opcode::Div:
      return allowed == Sums::Only || std::ranges::none_of(compute->args, [](const rir::Operand& arg) {
               return arg.kind == rir::OperandKind::Float || arg.kind == rir::OperandKind::Int;
             });
    default:
      return true;
  }
}

}  // namespace detrain::flow
