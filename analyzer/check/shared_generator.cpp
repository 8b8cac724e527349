// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-order-reduction: one generator that threads draw from under a lock. Its numbers are the same in every run,
// and who gets which is not.
#include <algorithm>
#include <unordered_set>
#include <variant>

#include "analyzer/check/generators.h"
#include "analyzer/check/rules.h"

namespace detrain::check {

namespace {

using flow::NodeId;

// What threads get of the cell while they hold a lock.
std::vector<NodeId> TakenOf(const Context& context, NodeId cell) {
  std::vector<NodeId> taken;
  for (const flow::Access& access : context.flow.accesses)
    if (access.reads && access.locks != 0 && context.flow.nodes[access.node].kind == flow::NodeKind::Value &&
        std::ranges::find(context.flow.PointsTo(access.address), cell) != context.flow.PointsTo(access.address).end())
      taken.push_back(access.node);
  return taken;
}

// Whether an engine of the library stores there what it keeps beside the cell: its position, or its numbers.
bool IsItsOwn(const Context& context, NodeId store, NodeId to, NodeId cell) {
  const flow::Node &kept = context.flow.nodes[to], &engine = context.flow.nodes[cell];
  return kept.kind == flow::NodeKind::Cell && kept.object == engine.object &&
         IsOfEngine(context.flow, context.flow.nodes[store].instance);
}

}  // namespace

void SharedGenerator(const Context& context, const races::Threads& threads, Findings& out) {
  std::unordered_set<NodeId> judged;
  races::OriginSearch search(context.flow);
  for (const races::SharedUpdate& update : threads.updates) {
    const rir::Op& op = *context.flow.nodes[update.write].op;
    const bool is_draw = std::holds_alternative<rir::DrawOp>(op.data);
    const bool is_written_out = std::holds_alternative<rir::StoreOp>(op.data) &&
                                (IsOfEngine(context.flow, context.flow.nodes[update.write].instance) ||
                                 Scrambles(context.flow, search, update.write, update.cell));
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(update.write));
    if ((!is_draw && !is_written_out) || !at.IsKnown() || !judged.insert(update.cell).second)
      continue;
    const std::vector<NodeId> taken = TakenOf(context, update.cell);
    if (taken.empty())
      continue;
    // After as many draws the generator itself is the same, whoever drew: all that it keeps.
    const Reached reached =
        context.reacher.From(taken, Reacher::Spared::None, [&](NodeId from, const flow::Edge& edge) {
          return edge.to != update.cell && !IsItsOwn(context, from, edge.to, update.cell);
        });
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
