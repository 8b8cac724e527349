// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that calls MPI has as many ranks as there are shards, whatever the number of processes: its calls go to
// detrain/rank_mpi.h. What that does not have is refused with its line.
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <array>

#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// The names that the header gives to its own functions.
constexpr std::array kNames = {"MPI_Abort",       "MPI_Allgather",
                               "MPI_Allgatherv",  "MPI_Allreduce",
                               "MPI_Alltoall",    "MPI_Barrier",
                               "MPI_Bcast",       "MPI_Comm_dup",
                               "MPI_Comm_free",   "MPI_Comm_rank",
                               "MPI_Comm_size",   "MPI_Comm_split",
                               "MPI_Finalize",    "MPI_Finalized",
                               "MPI_Gather",      "MPI_Gatherv",
                               "MPI_Iallreduce",  "MPI_Ibarrier",
                               "MPI_Ibcast",      "MPI_Ireduce",
                               "MPI_Get_count",   "MPI_Get_processor_name",
                               "MPI_Init",        "MPI_Init_thread",
                               "MPI_Initialized", "MPI_Irecv",
                               "MPI_Isend",       "MPI_Recv",
                               "MPI_Reduce",      "MPI_Reduce_scatter_block",
                               "MPI_Scan",        "MPI_Scatter",
                               "MPI_Scatterv",    "MPI_Send",
                               "MPI_Sendrecv",    "MPI_Wait",
                               "MPI_Waitall",     "MPI_Wtick",
                               "MPI_Wtime"};
constexpr std::array kSums = {"MPI_Allreduce", "MPI_Reduce",     "MPI_Reduce_scatter_block",
                              "MPI_Scan",      "MPI_Iallreduce", "MPI_Ireduce"};

class CallFinder : public RecursiveASTVisitor<CallFinder> {
 public:
  explicit CallFinder(const Unit& unit) : unit_(unit) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitDeclRefExpr(const DeclRefExpr* use) {
    const auto* function = dyn_cast<FunctionDecl>(use->getDecl());
    const bool is_named = function != nullptr && function->getIdentifier() != nullptr;
    if (is_named && (function->getName().starts_with("MPI_") || function->getName().starts_with("PMPI_")) &&
        !function->isDefined() && unit_.IsUsers(unit_.loaded().LocationOf(use->getBeginLoc()).file))
      found.emplace_back(function->getName().str(), use->getBeginLoc());
    return true;
  }

  std::vector<std::pair<std::string, SourceLocation>> found;

 private:
  const Unit& unit_;
};

}  // namespace

Result<void> WeaveRanks(Weave& weave, unsigned shards, bool is_deterministic) {
  for (const Unit& unit : weave.units) {
    CallFinder calls(unit);
    calls.TraverseDecl(unit.context().getTranslationUnitDecl());
    for (const auto& [name, at] : calls.found) {
      if (std::ranges::find(kNames, name) == kNames.end())
        return NotCovered(unit.PlaceOf(at), name + ": a program with ranks has no such function yet; docs/ranks.md " +
                                                "lists those that it has");
      if (!is_deterministic)
        return NotCovered(unit.PlaceOf(at), name + ": the ranks of a program can only be saved together where their " +
                                                "number is fixed; use --level=deterministic");
      if (name == "MPI_Comm_size")
        weave.changes_numbers.push_back(
            {unit.PlaceOf(at), "there are " + std::to_string(shards) + " ranks, whatever the number of processes"});
      if (std::ranges::find(kSums, name) != kSums.end())
        weave.changes_numbers.push_back({unit.PlaceOf(at), "what the ranks have is joined by a fixed tree"});
    }
    if (calls.found.empty())
      continue;
    weave.ranks_in[&unit] = shards;
    NoteRankSeeds(weave, unit, shards);
  }
  return {};
}

}  // namespace detrain::rewrite
