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
#include "analyzer/types/constants.h"

namespace detrain::check {

namespace {

using types::NodeId;

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
// Of the C++ library and TBB, with a policy or bodies that run beside each other.
constexpr std::array<std::string_view, 4> kParallel = {"std::reduce", "std::transform_reduce", "tbb::parallel_reduce",
                                                       "oneapi::tbb::parallel_reduce"};

// Another rule knows what these do.
bool IsKnownElsewhere(std::string_view name) {
  return name == "scandir" || name == "std::thread::hardware_concurrency";
}

bool HasPolicy(const rir::Function& callee) {
  return !callee.params.empty() && callee.link_name.find("execution") != std::string::npos &&
         callee.link_name.find("parallel") != std::string::npos;
}

// Assembly in the user's text. What else lift could not model it has named itself.
void JudgeAssembly(const Context& context, Findings& out) {
  std::map<Location, std::vector<NodeId>> places;
  for (NodeId id = 0; id < context.flow.nodes.size(); ++id) {
    const types::Node& node = context.flow.nodes[id];
    const auto* opaque = node.op == nullptr || node.kind != types::NodeKind::Effect
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

}  // namespace

namespace {

// What a row says of a library's choice: an input from the clock or the machine, where the arguments do not rule it
// out.
void JudgeChoices(const Context& context, Findings& out) {
  Sources sources;
  for (NodeId id = 0; id < context.flow.nodes.size(); ++id) {
    const types::Node& node = context.flow.nodes[id];
    const auto* input =
        node.op == nullptr || node.kind != types::NodeKind::Value ? nullptr : std::get_if<rir::InputOp>(&node.op->data);
    if (input != nullptr && IsLibrarysChoice(*input) && !types::NeverRuns(context.flow, node.scope))
      AddSource(context, id, input->callee, sources);
  }
  for (const auto& [key, nodes] : sources) {
    const auto& [at, name] = key;
    const Reached reached = context.reacher.From(nodes, Reacher::Spared::None);
    const std::string clause = context.reacher.Clause(reached);
    diag::Diagnostic finding =
        name.starts_with("nccl")
            ? diag::Find<diag::Finding::OrderReduction>(at, reached.reach, reached.certainty, "'" + name + "'", clause)
            : diag::Find<diag::Finding::NondetLibrary>(at, reached.reach, reached.certainty, name, clause,
                                                       AdviceFor(name));
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
    if (std::ranges::find(kParallel, call.name) != kParallel.end()) {
      if (!AddsFloats(context, *call.callee) || !HasPolicy(*call.callee))
        continue;
      const Reached reached = reach();
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
    if (IsKnownElsewhere(call.name))
      continue;
    Reached reached = reach();
    if (reached.reach == diag::Reach::None)
      continue;
    keep(diag::Find<diag::Finding::OpaqueCall>(at, reached.reach, diag::Certainty::Maybe, call.name), reached);
  }
}

}  // namespace detrain::check
