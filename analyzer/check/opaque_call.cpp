// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-opaque-call, detrain-nondet-library and the library's part of detrain-order-reduction: calls of functions
// that have no body here.
#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include "analyzer/check/library_calls.h"

namespace detrain::check {

namespace {

using types::NodeId;

struct Known {
  std::string_view prefix;
  std::string_view advice;
};

// Libraries that may choose or order anew in each run, by the beginnings of their functions' names.
constexpr std::array<Known, 6> kLibraries = {{
    {"cudnnConvolutionBackward", "ask for CUDNN_CONVOLUTION_BWD_..._ALGO_1"},
    {"cudnnFind", "name the algorithm instead of measuring which is faster"},
    {"cublasSetAtomicsMode", "set CUBLAS_ATOMICS_NOT_ALLOWED"},
    {"cusparseSpMM", "ask for a deterministic algorithm"},
    {"cub::DeviceReduce", "use RunToRun determinism"},
    {"cudnnCTCLoss", "ask for CUDNN_CTC_LOSS_ALGO_DETERMINISTIC"},
}};
constexpr std::array<std::string_view, 6> kCollectives = {"MPI_Allreduce", "MPI_Reduce",        "MPI_Iallreduce",
                                                          "ncclAllReduce", "ncclReduceScatter", "ncclReduce"};
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

bool AddsFloats(const Context& context, const rir::Function& callee) {
  return callee.result != rir::kNone && context.module.types[callee.result].kind == rir::TypeKind::Float;
}

}  // namespace

void OpaqueCall(const Context& context, Findings& out) {
  for (const LibraryCall& call : LibraryCalls(context)) {
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
