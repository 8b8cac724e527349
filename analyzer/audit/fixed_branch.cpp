// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/audit/fixed_branch.h"

#include <algorithm>
#include <variant>

namespace detrain::audit {

using flow::kNone;
using flow::NodeId;
using flow::ScopeId;

FixedBranches::FixedBranches(const flow::Flow& flow, const Around& around) : flow_(flow), around_(around) {
  for (const flow::Access& access : flow.accesses) {
    if (!access.writes || !around.Of(access.node).inside)
      continue;
    const bool is_store = std::holds_alternative<rir::StoreOp>(flow.nodes[access.node].op->data);
    for (const NodeId cell : flow.PointsTo(access.address)) {
      written_.insert(cell);
      if (!is_store)
        bulk_.insert(flow.nodes[cell].object);
    }
  }
}

// Of a number in memory that is compared with a constant.
std::optional<FixedBranches::Question> FixedBranches::Of(ScopeId branch) const {
  const flow::Scope& scope = flow_.scopes[branch];
  const auto* choice = scope.kind == flow::ScopeKind::Branch ? std::get_if<rir::IfOp>(&scope.op->data) : nullptr;
  const NodeId condition = choice == nullptr ? kNone : flow_.NodeOf(choice->condition, scope.instance);
  const rir::ComputeOp* compare = condition == kNone ? nullptr : flow::ComputeOf(flow_, condition);
  if (compare == nullptr || compare->args.size() != 2 || compare->args[1].kind != rir::OperandKind::Int)
    return std::nullopt;
  NodeId asked = flow_.NodeOf(compare->args[0], scope.instance);
  for (const rir::ComputeOp* cast = flow::ComputeOf(flow_, asked); cast != nullptr && cast->opcode == rir::Opcode::Cast;
       cast = flow::ComputeOf(flow_, asked))
    asked = flow_.NodeOf(cast->args[0], scope.instance);
  const flow::Access* load = flow_.AccessOf(asked);
  if (load == nullptr)
    return std::nullopt;
  const auto cells = flow_.PointsTo(load->address);
  const auto is_changed = [&](NodeId cell) {
    return written_.contains(cell) || bulk_.contains(flow_.nodes[cell].object);
  };
  if (cells.empty() || std::ranges::any_of(cells, is_changed))
    return std::nullopt;
  Question question{
      compare->opcode, compare->args[1].integer, scope.block == choice->then_block, {cells.begin(), cells.end()}};
  std::ranges::sort(question.cells);
  return question;
}

bool FixedBranches::LiesIn(ScopeId scope, const Question& question) const {
  while (scope != kNone && scope != around_.loop()) {
    if (Of(scope) == question)
      return true;
    const auto& parents = flow_.scopes[scope].parents;
    scope = parents.size() == 1 ? parents.front() : kNone;
  }
  return false;
}

bool FixedBranches::HoldsAllWrites(ScopeId branch, flow::ObjectId object, std::uint32_t offset) const {
  const std::optional<Question> question = Of(branch);
  if (!question || bulk_.contains(object))
    return false;
  return std::ranges::all_of(flow_.accesses, [&](const flow::Access& access) {
    if (!access.writes || !around_.Of(access.node).inside)
      return true;
    const bool writes = std::ranges::any_of(flow_.PointsTo(access.address), [&](NodeId cell) {
      return flow_.nodes[cell].object == object && flow_.nodes[cell].offset == offset;
    });
    return !writes || LiesIn(flow_.nodes[access.node].scope, *question);
  });
}

}  // namespace detrain::audit
