// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generators that each rank seeds by its own number: they are those of ranks whose number is fixed, so that processes
// do not show. What a draw is for does not follow from the text, so that it is not named; a note shows how to.
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

constexpr std::array<std::string_view, 5> kSeeders = {"srand", "srandom", "srand48", "seed48", "initstate"};

// Variables that hold the rank's number, or what is made of it.
using Variables = std::set<const ValueDecl*>;

bool Mentions(const Stmt* stmt, const Variables& variables) {
  if (stmt == nullptr)
    return false;
  const auto* use = dyn_cast<DeclRefExpr>(stmt);
  return (use != nullptr && variables.contains(use->getDecl())) ||
         llvm::any_of(stmt->children(), [&](const Stmt* child) { return Mentions(child, variables); });
}

StringRef NameOf(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  return callee != nullptr && callee->getIdentifier() != nullptr ? callee->getName() : StringRef();
}

class RankVariables : public RecursiveASTVisitor<RankVariables> {
 public:
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCallExpr(const CallExpr* call) {
    if (NameOf(*call) != "MPI_Comm_rank" || call->getNumArgs() != 2)
      return true;
    const auto* address = dyn_cast<UnaryOperator>(call->getArg(1)->IgnoreParenCasts());
    const auto* use = address == nullptr ? nullptr : dyn_cast<DeclRefExpr>(address->getSubExpr()->IgnoreParenCasts());
    if (use != nullptr)
      found.insert(use->getDecl());
    return true;
  }
  // Of a variable that is made of it: `const unsigned seed = 42 + rank;`.
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): the same
  bool VisitVarDecl(const VarDecl* variable) {
    if (variable->getType()->isIntegerType() && Mentions(variable->getInit(), found))
      found.insert(variable);
    return true;
  }

  Variables found;
};

bool IsEngine(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         record->getName().ends_with("_engine");
}

class SeedFinder : public RecursiveASTVisitor<SeedFinder> {
 public:
  explicit SeedFinder(const Variables& variables) : variables_(variables) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCallExpr(const CallExpr* call) {
    const auto* method = dyn_cast<CXXMemberCallExpr>(call);
    const bool is_seed = method != nullptr && NameOf(*call) == "seed" && IsEngine(method->getObjectType());
    if (is_seed || std::ranges::find(kSeeders, std::string_view(NameOf(*call))) != kSeeders.end())
      Look(*call, call->arguments());
    return true;
  }
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): the same
  bool VisitCXXConstructExpr(const CXXConstructExpr* made) {
    if (IsEngine(made->getType()))
      Look(*made, made->arguments());
    return true;
  }

  std::vector<SourceLocation> found;

 private:
  template <typename Arguments>
  void Look(const Expr& seeds, const Arguments& arguments) {
    if (llvm::any_of(arguments, [&](const Expr* argument) { return Mentions(argument, variables_); }))
      found.push_back(seeds.getBeginLoc());
  }

  const Variables& variables_;
};

}  // namespace

void NoteRankSeeds(Weave& weave, const Unit& unit, unsigned shards) {
  RankVariables ranks;
  ranks.TraverseDecl(unit.context().getTranslationUnitDecl());
  SeedFinder seeds(ranks.found);
  if (!ranks.found.empty())
    seeds.TraverseDecl(unit.context().getTranslationUnitDecl());
  for (const SourceLocation at : seeds.found)
    if (unit.IsUsers(unit.PlaceOf(at).file))
      weave.stay.push_back({unit.PlaceOf(at), "this generator is that of one of " + std::to_string(shards) +
                                                  " ranks, on any number of processes, and others are drawn with "
                                                  "another --shards; which sample a draw is for is not in the text: "
                                                  "name it, as in detrain_draw_f32(&draws, sample, i), by the sample's "
                                                  "number in the whole batch (docs/draws.md)"});
}

}  // namespace detrain::rewrite
