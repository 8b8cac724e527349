// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/choices.h"

#include <algorithm>
#include <unordered_set>

namespace detrain::audit {

using flow::EdgeKind;
using flow::NodeId;
using flow::ScopeId;

// By the address, and by what a call was given as an address.
bool Choices::IsElement(const flow::Access& access) {
  const auto [known, is_new] = elements_.try_emplace(access.node, false);
  if (!is_new || access.address == flow::kNone)
    return known->second;
  std::vector<NodeId> open = {access.address};
  std::unordered_set<NodeId> seen = {access.address};
  while (!open.empty() && !known->second) {
    const NodeId at = open.back();
    open.pop_back();
    const auto add = [&](NodeId from) {
      if (from != flow::kNone && flow_.nodes[from].kind != flow::NodeKind::Cell && seen.insert(from).second)
        open.push_back(from);
    };
    const rir::ComputeOp* compute = flow::ComputeOf(flow_, at);
    if (compute == nullptr) {
      flow_.ForBefore(at, [&](NodeId from, EdgeKind kind) { add(kind == EdgeKind::Copy ? from : flow::kNone); });
      continue;
    }
    known->second = compute->opcode == rir::Opcode::Index && compute->args[1].kind != rir::OperandKind::Int;
    if (compute->opcode == rir::Opcode::Index || compute->opcode == rir::Opcode::Field ||
        compute->opcode == rir::Opcode::Cast)
      add(flow_.NodeOf(compute->args[0], flow_.nodes[at].instance));
  }
  return known->second;
}

std::set<ScopeId> Choices::LoopsAround(ScopeId scope) const {
  std::set<ScopeId> seen, loops;
  std::vector<ScopeId> open = {scope};
  while (!open.empty()) {
    const ScopeId at = open.back();
    open.pop_back();
    if (at == flow::kNone || at == loop_ || !seen.insert(at).second)
      continue;
    if (flow_.scopes[at].kind == flow::ScopeKind::Loop)
      loops.insert(at);
    open.insert(open.end(), flow_.scopes[at].parents.begin(), flow_.scopes[at].parents.end());
  }
  return loops;
}

const Choices::Choice& Choices::Of(const flow::Access& access) {
  const auto [known, is_new] = known_.try_emplace(access.node);
  if (is_new) {
    if (access.address != flow::kNone)
      known->second.leaves = in_loop_.LeadTo(access.address);
    known->second.jumps = in_loop_.JumpsBefore(access.node);
    known->second.loops = LoopsAround(flow_.nodes[access.node].scope);
  }
  return known->second;
}

// Where an address may be one of several, both may be each of them.
bool Choices::MeansTheSame(const flow::Access& set, const flow::Access& use) const {
  const auto all = flow_.PointsTo(set.address), asked = flow_.PointsTo(use.address);
  return all.size() == 1 || (all.size() == asked.size() && std::ranges::is_permutation(all, asked));
}

bool Choices::Covers(const flow::Access& set, const flow::Access& use, const std::set<LeafId>& free) {
  const Choice& of_set = Of(set);
  const Choice& of_use = Of(use);
  const auto is_shared_choice = [&](LeafId leaf) { return free.contains(leaf) || of_use.leaves.contains(leaf); };
  // A loop around `set` alone, that a jump leaves: its elements, not whether it runs.
  const auto is_within = [&](NodeId jump) {
    return of_use.jumps.contains(jump) || std::ranges::any_of(LoopsAround(flow_.nodes[jump].scope), [&](ScopeId loop) {
             return of_set.loops.contains(loop) && !of_use.loops.contains(loop);
           });
  };
  return MeansTheSame(set, use) && std::ranges::all_of(of_set.leaves, is_shared_choice) &&
         std::ranges::all_of(of_set.jumps, is_within);
}

}  // namespace detrain::audit
