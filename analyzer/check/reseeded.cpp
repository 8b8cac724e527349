// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/check/reseeded.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "analyzer/check/generators.h"
#include "analyzer/rir/fields.h"

namespace detrain::check {

namespace {

bool Mentions(const rir::Op& op, const rir::Operand& variable) {
  bool mentions = false;
  if (op.Kind() != rir::OpKind::Declare)
    rir::ForEachOperand(op, [&](const rir::Operand& operand) { mentions = mentions || operand == variable; });
  return mentions;
}

}  // namespace

Reseeded::Reseeded(const Context& context) : flow_(context.flow) {
  for (const LibraryCall& call : context.library_calls)
    if (call.name.ends_with("::seed") && call.instance != flow::kNone && IsOfEngine(flow_, call.instance))
      if (const rir::Op* constructor = MadeBefore(call))
        AddStoresOf(*constructor, call);
}

// The call that makes the engine, where all else that the function does with it stands behind the seed: in its block or
// those below. Null: not so.
const rir::Op* Reseeded::MadeBefore(const LibraryCall& seed) const {
  const flow::Node& node = flow_.nodes[seed.node];
  const rir::Function* function = flow_.FunctionOf(node.instance);
  const rir::Operand& engine = seed.operands->front();
  if (function == nullptr || engine.kind != rir::OperandKind::Region)
    return nullptr;
  const auto holds_seed = [&](const rir::Block& block) {
    return std::ranges::any_of(block.ops, [&](const rir::Op& op) { return &op == node.op; });
  };
  const auto around = std::ranges::find_if(function->blocks, holds_seed);
  if (around == function->blocks.end())
    return nullptr;
  std::unordered_set<const rir::Op*> behind;
  bool is_behind = false;
  rir::ForEachOp(*function, static_cast<rir::BlockId>(around - function->blocks.begin()), [&](const rir::Op& op) {
    is_behind = is_behind || &op == node.op;
    if (is_behind)
      behind.insert(&op);
  });
  std::vector<const rir::Op*> others;
  for (const rir::Block& block : function->blocks)
    for (const rir::Op& op : block.ops)
      if (!behind.contains(&op) && Mentions(op, engine))
        others.push_back(&op);
  const bool is_made = others.size() == 1 && others.front()->Kind() == rir::OpKind::Call;
  return is_made ? others.front() : nullptr;
}

void Reseeded::AddStoresOf(const rir::Op& constructor, const LibraryCall& seed) {
  const flow::InstanceId caller = flow_.nodes[seed.node].instance;
  const auto is_in_constructor = [&](flow::InstanceId at) {
    for (; at != flow::kNone && !flow_.instances[at].is_shared; at = flow_.instances[at].caller)
      if (flow_.instances[at].caller == caller && flow_.instances[at].op == &constructor)
        return true;
    return false;
  };
  for (const flow::Access& access : flow_.accesses)
    if (access.writes && IsOfOne(access.address, seed.args.front()) &&
        is_in_constructor(flow_.nodes[access.node].instance))
      gone_.insert(access.node);
}

// Whether both are places in one object, and nowhere else.
bool Reseeded::IsOfOne(flow::NodeId a, flow::NodeId b) const {
  const auto left = flow_.PointsTo(a), right = flow_.PointsTo(b);
  if (left.empty() || right.empty())
    return false;
  const auto is_it = [&](flow::NodeId cell) { return flow_.nodes[cell].object == flow_.nodes[right.front()].object; };
  return std::ranges::all_of(left, is_it) && std::ranges::all_of(right, is_it);
}

}  // namespace detrain::check
