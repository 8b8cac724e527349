// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-opaque-call, detrain-nondet-library and the library's part of detrain-order-reduction: calls of functions
// that have no body here, and of those that the catalog has a row for.
#include <algorithm>
#include <array>
#include <map>
#include <variant>
#include <vector>

#include "analyzer/check/library_calls.h"
#include "analyzer/flow/constants.h"
#include "analyzer/rir/library_choice.h"

namespace detrain::check {

namespace {

using flow::NodeId;

struct Known {
  std::string_view prefix;
  std::string_view advice;
};

// Libraries that may choose or order anew in each run, by the beginnings of their functions' names.
constexpr std::array<Known, 2> kLibraries = {{
    {"cusparseSpMM", "ask for a deterministic algorithm"},
    {"cudnnCTCLoss", "ask for CUDNN_CTC_LOSS_ALGO_DETERMINISTIC"},
}};
constexpr std::array<std::string_view, 3> kCollectives = {"MPI_Allreduce", "MPI_Reduce", "MPI_Iallreduce"};
// Of the C++ library, with a policy. Those of the second list leave sums behind an iterator.
constexpr std::array<std::string_view, 2> kParallel = {"std::reduce", "std::transform_reduce"};
constexpr std::array<std::string_view, 4> kScans = {"std::inclusive_scan", "std::exclusive_scan",
                                                    "std::transform_inclusive_scan", "std::transform_exclusive_scan"};

// Another rule knows what these do.
bool IsKnownElsewhere(std::string_view name) {
  return name == "scandir" || name == "std::thread::hardware_concurrency";
}

// What lies behind an iterator: of a record, behind the pointers that it holds.
std::vector<NodeId> BehindIterator(const flow::Flow& flow, NodeId iterator) {
  std::vector<NodeId> cells;
  for (const NodeId cell : flow.PointsTo(iterator)) {
    const auto elements = flow.PointsTo(cell);
    cells.insert(cells.end(), elements.begin(), elements.end());
    if (elements.empty())
      cells.push_back(cell);
  }
  return cells;
}

// Assembly in the user's text. What else lift could not model it has named itself.
void JudgeAssembly(const Context& context, Findings& out) {
  std::map<Location, std::vector<NodeId>> places;
  for (NodeId id = 0; id < context.flow.nodes.size(); ++id) {
    const flow::Node& node = context.flow.nodes[id];
    const auto* opaque = node.op == nullptr || node.kind != flow::NodeKind::Effect
                             ? nullptr
                             : std::get_if<rir::OpaqueOp>(&node.op->data);
    const Location at = opaque == nullptr || opaque->reason != "inline assembly"
                            ? Location()
                            : context.reacher.LocationOf(context.flow.PlaceOf(id));
    if (!at.IsKnown())
      continue;
    places[at].push_back(id);
  }
  for (const auto& [at, nodes] : places) {
    const Reached reached = context.reacher.From(nodes, Reacher::Spared::None);
    if (reached.reach >= diag::Reach::Output)
      Keep(context, diag::Find<diag::Finding::OpaqueCall>(at, reached.reach, diag::Certainty::Maybe, "this assembly"),
           reached, "assembly", nodes.front(), out);
  }
}

bool AddsFloats(const Context& context, const rir::Function& callee) {
  return callee.result != rir::kNone && context.module.types[callee.result].kind == rir::TypeKind::Float;
}

// Whether the iterator behind the policy, a pointer or a record of one, leads to floating-point numbers.
bool ScansFloats(const Context& context, const rir::Function& callee) {
  if (callee.params.size() < 2)
    return false;
  const auto& types = context.module.types;
  const rir::Type* type = &types[context.module.regions[callee.params[1]].type];
  while (type->kind == rir::TypeKind::Record && !type->fields.empty())
    type = &types[type->fields.front().type];
  while (type->kind == rir::TypeKind::Pointer && type->element != rir::kNone)
    type = &types[type->element];
  return type->kind == rir::TypeKind::Float;
}

}  // namespace

namespace {

// What a row says of a library's choice: an input from the clock or the machine, where the arguments do not rule it
// out.
void JudgeChoices(const Context& context, Findings& out) {
  Sources sources;
  for (NodeId id = 0; id < context.flow.nodes.size(); ++id) {
    const flow::Node& node = context.flow.nodes[id];
    const auto* input =
        node.op == nullptr || node.kind != flow::NodeKind::Value ? nullptr : std::get_if<rir::InputOp>(&node.op->data);
    if (input != nullptr && rir::LibraryChoiceOf(*input) != nullptr && !flow::NeverRuns(context.flow, node.scope))
      AddSource(context, id, input->callee, sources);
  }
  for (const auto& [key, nodes] : sources) {
    const auto& [at, callee] = key;
    const std::string name = WrittenAs(context.flow, nodes.front(), callee);
    const Reached reached = context.reacher.From(nodes, Reacher::Spared::None);
    const std::string clause = context.reacher.Clause(reached);
    diag::Diagnostic finding =
        callee.starts_with("nccl")
            ? diag::Find<diag::Finding::OrderReduction>(at, reached.reach, reached.certainty, "'" + name + "'", clause)
            : diag::Find<diag::Finding::NondetLibrary>(at, reached.reach, reached.certainty, name, clause,
                                                       std::string(rir::LibraryChoiceOf(callee)->advice));
    Keep(context, std::move(finding), reached, "'" + name + "' is called", nodes.front(), out);
  }
}

}  // namespace

void OpaqueCall(const Context& context, Findings& out) {
  JudgeAssembly(context, out);
  JudgeChoices(context, out);
  for (const LibraryCall& call : context.library_calls) {
    const Location at = context.reacher.LocationOf(context.flow.PlaceOf(call.node));
    if (!at.IsKnown())
      continue;
    const std::array<NodeId, 1> node = {call.node};
    const auto reach = [&] { return context.reacher.From(node, Reacher::Spared::None); };
    const auto keep = [&](diag::Diagnostic finding, const Reached& reached) {
      Keep(context, std::move(finding), reached, "'" + call.name + "' is called", call.node, out);
    };
    const bool is_scan = std::ranges::find(kScans, call.name) != kScans.end();
    if (is_scan || std::ranges::find(kParallel, call.name) != kParallel.end()) {
      const bool adds_floats = is_scan ? ScansFloats(context, *call.callee) : AddsFloats(context, *call.callee);
      if (!adds_floats || !TakesPolicy(*call.callee))
        continue;
      const std::size_t target = 3;  // policy, first, last, where the sums go
      const bool has_target = is_scan && call.args.size() > target;
      const Reached reached =
          has_target ? context.reacher.From(BehindIterator(context.flow, call.args[target]), Reacher::Spared::None)
                     : reach();
      keep(diag::Find<diag::Finding::OrderReduction>(at, reached.reach, reached.certainty, "'" + call.name + "'",
                                                     context.reacher.Clause(reached)),
           reached);
      continue;
    }
    if (call.callee->is_defined)
      continue;
    if (std::ranges::find(kCollectives, call.name) != kCollectives.end()) {
      const Reached reached = reach();
      keep(diag::Find<diag::Finding::OrderReduction>(at, reached.reach, reached.certainty, "'" + call.name + "'",
                                                     context.reacher.Clause(reached)),
           reached);
      continue;
    }
    const auto* const library =
        std::ranges::find_if(kLibraries, [&](const Known& known) { return call.name.starts_with(known.prefix); });
    if (library != kLibraries.end()) {
      const Reached reached = reach();
      keep(diag::Find<diag::Finding::NondetLibrary>(at, reached.reach, reached.certainty, call.name,
                                                    context.reacher.Clause(reached), std::string(library->advice)),
           reached);
      continue;
    }
    if (IsKnownElsewhere(call.name) || context.options.defined_elsewhere.contains(call.callee->link_name))
      continue;
    Reached reached = reach();
    if (reached.reach == diag::Reach::None)
      continue;
    keep(diag::Find<diag::Finding::OpaqueCall>(at, reached.reach, diag::Certainty::Maybe, call.name), reached);
  }
}

}  // namespace detrain::check
