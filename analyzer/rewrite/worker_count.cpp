// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that asks how many processors there are cuts its work by the answer. It is told the number of shards.
#include <clang/AST/RecursiveASTVisitor.h>
#include <unistd.h>

#include <algorithm>

#include "analyzer/rewrite/shard_text.h"
#include "analyzer/rewrite/teams.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

class CountFinder : public RecursiveASTVisitor<CountFinder> {
 public:
  explicit CountFinder(const Unit& unit) : unit_(unit) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCallExpr(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const Location at = unit_.loaded().LocationOf(call->getBeginLoc());
    if (callee == nullptr || callee->getIdentifier() == nullptr || !unit_.IsUsers(at.file))
      return true;
    const llvm::StringRef name = callee->getName();
    is_set |= name == "omp_set_num_threads";
    if (name == "omp_get_max_threads" || name == "omp_get_num_procs" || name == "hardware_concurrency" ||
        name == "get_nprocs" || (name == "sysconf" && AsksForProcessors(*call)))
      asked.push_back(call);
    return true;
  }

  std::vector<const CallExpr*> asked;
  bool is_set = false;

 private:
  bool AsksForProcessors(const CallExpr& call) const {
    const auto which = call.getNumArgs() == 1 ? call.getArg(0)->getIntegerConstantExpr(unit_.context()) : std::nullopt;
    return which && (*which == _SC_NPROCESSORS_ONLN || *which == _SC_NPROCESSORS_CONF);
  }

  const Unit& unit_;
};

CountFinder CountsOf(const Unit& unit) {
  CountFinder finder(unit);
  finder.TraverseDecl(unit.context().getTranslationUnitDecl());
  return finder;
}

// An argument of printf and its kind.
bool IsPrinted(const Unit& unit, const Stmt& stmt) {
  const Stmt* parent = unit.ParentOf(&stmt);
  while (isa_and_nonnull<CastExpr>(parent))
    parent = unit.ParentOf(parent);
  const auto* call = dyn_cast_or_null<CallExpr>(parent);
  return call != nullptr && call->getDirectCallee() != nullptr && call->getDirectCallee()->isVariadic();
}

}  // namespace

bool HasOwnCount(const std::vector<Unit>& units) {
  return std::ranges::any_of(units, [](const Unit& unit) {
    const CountFinder counts = CountsOf(unit);
    return counts.is_set || std::ranges::any_of(counts.asked, [](const CallExpr* call) {
             return call->getBeginLoc().isMacroID() || call->getEndLoc().isMacroID();
           });
  });
}

void WeaveWorkerCounts(Weave& weave, const Unit& unit, unsigned shards) {
  ShardText text(weave, unit);
  for (const CallExpr* call : CountsOf(unit).asked) {
    const auto begin = unit.At(call->getBeginLoc()), end = unit.BehindExpr(call);
    if (!begin || !end || begin->file != end->file || IsPrinted(unit, *call))
      continue;
    text.Replace(call->getBeginLoc(), *begin, end->offset, std::to_string(shards));
    text.ChangesNumbers(call->getBeginLoc(), "the work is cut for " + std::to_string(shards) + " workers");
  }
}

}  // namespace detrain::rewrite
