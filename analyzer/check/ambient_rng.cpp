// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-ambient-rng: draws from a generator that no variable of the program holds.
#include <algorithm>
#include <set>
#include <string>
#include <variant>

#include "analyzer/check/rules.h"

namespace detrain::check {

namespace {

bool IsStream(const Context& context, flow::NodeId node) {
  const flow::Node& cell = context.flow.nodes[node];
  if (cell.kind != flow::NodeKind::Cell)
    return false;
  const flow::Object& object = context.flow.objects[cell.object];
  return object.kind == flow::ObjectKind::Region && context.module.regions[object.id].kind == rir::RegionKind::Hidden;
}

// Whether the program has no more of the generator than a handle, which only the library looks behind.
bool IsHandle(const Context& context, flow::NodeId stream) {
  const rir::Op* op = context.flow.nodes[stream].op;
  if (op == nullptr || op->type == rir::kNone || context.module.types[op->type].kind != rir::TypeKind::Pointer)
    return false;
  const rir::TypeId of = context.module.types[op->type].element;
  return of != rir::kNone && context.module.types[of].kind == rir::TypeKind::Handle;
}

bool IsHidden(const Context& context, flow::NodeId stream) {
  return IsHandle(context, stream) ||
         std::ranges::any_of(context.flow.PointsTo(stream), [&](flow::NodeId cell) { return IsStream(context, cell); });
}

// Functions that set a generator. One that also draws from it moves it on, and hands no number to the program.
std::set<std::string> Setters(const Context& context) {
  std::set<std::string> names;
  for (const flow::Node& node : context.flow.nodes)
    if (const auto* seed = node.op == nullptr ? nullptr : std::get_if<rir::SeedOp>(&node.op->data))
      names.insert(seed->callee);
  return names;
}

// Whether, wherever the draw happens, the program has told the generator behind the handle before where to stand.
bool IsToldBefore(const Context& context, const flow::Access& draw) {
  const flow::Node& node = context.flow.nodes[draw.node];
  const auto cells = context.flow.PointsTo(draw.address);
  if (cells.size() != 1 || node.scope == flow::kNone || !IsHandle(context, draw.address))
    return false;
  for (const flow::Event& event : context.flow.scopes[node.scope].events) {
    if (event.node == draw.node)
      break;
    const flow::Access* access = context.flow.AccessOf(event.node);
    if (access == nullptr || context.flow.nodes[event.node].op == nullptr ||
        !std::holds_alternative<rir::SeedOp>(context.flow.nodes[event.node].op->data))
      continue;
    const auto seeded = context.flow.PointsTo(access->address);
    if (seeded.size() == 1 && seeded.front() == cells.front())
      return true;
  }
  return false;
}

}  // namespace

void AmbientRng(const Context& context, Findings& out) {
  Sources sources;
  const std::set<std::string> setters = Setters(context);
  for (const flow::Access& access : context.flow.accesses) {
    const auto* draw = std::get_if<rir::DrawOp>(&context.flow.nodes[access.node].op->data);
    if (draw != nullptr && !setters.contains(draw->callee) && IsHidden(context, access.address) &&
        !IsToldBefore(context, access))
      AddSource(context, access.node, draw->callee, sources);
  }
  for (const auto& [key, nodes] : sources) {
    const auto& [at, name] = key;
    // The generator's own state is not among what the number reaches: each later number would be this one's fault.
    const auto passes = [&](flow::NodeId, const flow::Edge& edge) { return !IsStream(context, edge.to); };
    const Reached reached = context.reacher.From(nodes, Reacher::Spared::None, passes);
    Keep(context,
         diag::Find<diag::Finding::AmbientRng>(at, reached.reach, reached.certainty, name,
                                               context.reacher.Clause(reached)),
         reached, "'" + name + "' draws", nodes.front(), out);
  }
}

}  // namespace detrain::check
