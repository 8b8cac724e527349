// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-opaque-call, detrain-nondet-library and the library's part of detrain-order-reduction: calls of functions
// that have no body here.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "analyzer/check/library_calls.h"

namespace detrain::check {

namespace {

using types::NodeId;

struct Known {
  std::string_view prefix;
  std::string_view advice;
};

// Libraries that may choose or order anew in each run, by the beginnings of their functions' names.
constexpr std::array<Known, 5> kLibraries = {{
    {"cudnnFind", "name the algorithm instead of measuring which is faster"},
    {"cublasSetAtomicsMode", "set CUBLAS_ATOMICS_NOT_ALLOWED"},
    {"cusparseSpMM", "ask for a deterministic algorithm"},
    {"cub::DeviceReduce", "use RunToRun determinism"},
    {"cudnnCTCLoss", "ask for CUDNN_CTC_LOSS_ALGO_DETERMINISTIC"},
}};
constexpr std::array<std::string_view, 6> kCollectives = {"MPI_Allreduce", "MPI_Reduce",        "MPI_Iallreduce",
                                                          "ncclAllReduce", "ncclReduceScatter", "ncclReduce"};
// cuDNN's backward convolutions, the argument that names the algorithm, and the algorithms that add in any order.
struct Convolution {
  std::string_view name;
  std::size_t argument;
  std::vector<std::int64_t> unordered;
};
const std::array<Convolution, 2>& Convolutions() {
  static const std::array<Convolution, 2> all = {
      {{"cudnnConvolutionBackwardFilter", 7, {0, 3}}, {"cudnnConvolutionBackwardData", 7, {0}}}};
  return all;
}
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

// The constants that an argument can be; nullopt: others too.
std::optional<std::vector<std::int64_t>> ConstantsOf(const types::Flow& flow, NodeId user, const rir::Operand& operand,
                                                     unsigned depth = 0) {
  if (operand.kind == rir::OperandKind::Int)
    return std::vector{operand.integer};
  if (operand.kind != rir::OperandKind::Value || depth > 8)
    return std::nullopt;
  const NodeId node = flow.NodeOf(operand, flow.nodes[user].instance);
  const rir::Op* op = node == types::kNone ? nullptr : flow.nodes[node].op;
  if (op == nullptr || flow.nodes[node].kind != types::NodeKind::Value)
    return std::nullopt;
  if (const auto* compute = std::get_if<rir::ComputeOp>(&op->data); compute && compute->opcode == rir::Opcode::Cast)
    return ConstantsOf(flow, node, compute->args[0], depth + 1);
  if (!std::holds_alternative<rir::LoadOp>(op->data))
    return std::nullopt;
  std::vector<std::int64_t> all;
  bool is_known = true;
  flow.ForBefore(node, [&](NodeId from, types::EdgeKind kind) {
    if (kind != types::EdgeKind::Copy)
      return;
    const rir::Op* stored = flow.nodes[from].op;
    const auto* store = stored == nullptr ? nullptr : std::get_if<rir::StoreOp>(&stored->data);
    const auto values = store == nullptr ? std::nullopt : ConstantsOf(flow, from, store->value, depth + 1);
    is_known = is_known && values;
    if (values)
      all.insert(all.end(), values->begin(), values->end());
  });
  return is_known && !all.empty() ? std::optional(all) : std::nullopt;
}

// Whether the argument may be one of these; where it is not known, it may.
bool MayBe(const Context& context, const LibraryCall& call, std::size_t argument,
           const std::vector<std::int64_t>& values) {
  if (argument >= call.operands->size())
    return true;
  const auto constants = ConstantsOf(context.flow, call.node, (*call.operands)[argument]);
  return !constants ||
         std::ranges::any_of(*constants, [&](std::int64_t c) { return std::ranges::find(values, c) != values.end(); });
}

// NCCL's sums and products and means of numbers in floating point; of MPI's every one.
bool IsInAnyOrder(const Context& context, const LibraryCall& call) {
  return !call.name.starts_with("ncc") ||
         (MayBe(context, call, 3, {6, 7, 8, 9, 10, 11}) && MayBe(context, call, 4, {0, 1, 4}));
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

void OpaqueCall(const Context& context, Findings& out) {
  JudgeAssembly(context, out);
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
      if (!IsInAnyOrder(context, call))
        continue;
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
    const auto* const convolution = std::ranges::find(Convolutions(), std::string_view(call.name), &Convolution::name);
    if (convolution != Convolutions().end()) {
      if (!MayBe(context, call, convolution->argument, convolution->unordered))
        continue;
      const Reached reached = reach();
      keep(diag::Find<diag::Finding::NondetLibrary>(at, reached.reach, reached.certainty, call.name,
                                                    context.reacher.Clause(reached),
                                                    "ask for CUDNN_CONVOLUTION_BWD_..._ALGO_1"),
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
