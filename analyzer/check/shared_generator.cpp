// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-order-reduction: one generator that threads draw from under a lock. Its numbers are the same in every run,
// and who gets which is not.
#include <algorithm>
#include <unordered_set>
#include <variant>

#include "analyzer/check/rules.h"

namespace detrain::check {

namespace {

using types::NodeId;

// The numbers that are computed on the way to a store, back to what it loads.
constexpr std::size_t kMostSteps = 40;

// A product with a large number, or an exclusive or: so are generators written out, and counters are not.
bool Scrambles(const rir::Op& op) {
  const auto* compute = std::get_if<rir::ComputeOp>(&op.data);
  return MultipliesByLarge(op) || (compute != nullptr && compute->opcode == rir::Opcode::Xor);
}

bool StoresScrambled(const Context& context, NodeId store) {
  std::vector<NodeId> open = {store};
  std::unordered_set<NodeId> seen(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size() && i < kMostSteps; ++i) {
    const rir::Op* op = context.flow.nodes[open[i]].op;
    if (op != nullptr && Scrambles(*op))
      return true;
    context.flow.ForBefore(open[i], [&](NodeId from, types::EdgeKind kind) {
      const bool is_number = context.flow.nodes[from].kind == types::NodeKind::Value && kind <= types::EdgeKind::Data;
      if (is_number && seen.insert(from).second)
        open.push_back(from);
    });
  }
  return false;
}

// What threads get of the cell while they hold a lock.
std::vector<NodeId> TakenOf(const Context& context, NodeId cell) {
  std::vector<NodeId> taken;
  for (const types::Access& access : context.flow.accesses)
    if (access.reads && access.locks != 0 && context.flow.nodes[access.node].kind == types::NodeKind::Value &&
        std::ranges::find(context.flow.PointsTo(access.address), cell) != context.flow.PointsTo(access.address).end())
      taken.push_back(access.node);
  return taken;
}

}  // namespace

void SharedGenerator(const Context& context, Findings& out) {
  std::unordered_set<NodeId> judged;
  for (const types::SharedUpdate& update : context.threads.updates) {
    const rir::Op& op = *context.flow.nodes[update.write].op;
    const bool is_draw = std::holds_alternative<rir::DrawOp>(op.data);
    const bool is_written_out =
        std::holds_alternative<rir::StoreOp>(op.data) &&
        (IsOfEngine(context.flow, context.flow.nodes[update.write].instance) || StoresScrambled(context, update.write));
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(update.write));
    if ((!is_draw && !is_written_out) || !at.IsKnown() || !judged.insert(update.cell).second)
      continue;
    const std::vector<NodeId> taken = TakenOf(context, update.cell);
    if (taken.empty())
      continue;
    // After as many draws the generator itself is the same, whoever drew.
    const Reached reached = context.reacher.From(
        taken, Reacher::Spared::None, [&](NodeId, const types::Edge& edge) { return edge.to != update.cell; });
    if (reached.reach < diag::Reach::Output)
      continue;
    const std::string name = context.flow.NameOf(update.cell);
    Keep(context,
         diag::Find<diag::Finding::DrawnInTurn>(at, reached.reach, reached.certainty,
                                                name.empty() ? "a generator" : name, context.reacher.Clause(reached)),
         reached, "threads draw", taken.front(), out);
  }
}

}  // namespace detrain::check
