// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a resumed run skips, in C++: no jump may pass the initialisation of a variable, so declarations run again and
// the statements between them stand under a test. The restore at the step loop puts right what the declarations change.
#include <clang/AST/Decl.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// Whether what runs twice would be seen: a function that prints or writes, in the text of the unit.
class Prints : public RecursiveASTVisitor<Prints> {
 public:
  static bool In(const Stmt* statement) {
    Prints visitor;
    visitor.TraverseStmt(const_cast<Stmt*>(statement));
    return visitor.found_;
  }

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const FunctionDecl* body = nullptr;
    if (callee == nullptr)
      return true;
    found_ = found_ || IsPrinter(*callee) || IsPrinter(*call);
    if (callee->hasBody(body) && !IsOfSystem(*body) && seen_.insert(body).second)
      TraverseStmt(body->getBody());
    return !found_;
  }

 private:
  static bool IsPrinter(const FunctionDecl& function) {
    static constexpr std::array<StringRef, 10> names = {"printf", "fprintf", "puts",   "fputs", "putchar",
                                                        "fputc",  "fwrite",  "remove", "write", "rename"};
    return function.getIdentifier() != nullptr && llvm::is_contained(names, function.getName()) && IsOfSystem(function);
  }
  static bool IsPrinter(const CallExpr& call) {
    const auto* shift = dyn_cast<CXXOperatorCallExpr>(&call);
    return shift != nullptr && shift->getOperator() == OO_LessLess &&
           StringRef(shift->getType().getCanonicalType().getAsString()).contains("basic_ostream");
  }
  static bool IsOfSystem(const FunctionDecl& function) {
    return function.getASTContext().getSourceManager().isInSystemHeader(function.getLocation());
  }

  std::set<const FunctionDecl*> seen_;
  bool found_ = false;
};

class Skipper {
 public:
  Skipper(Weave& weave, const Level& level) : weave_(weave), level_(level), unit_(*level.unit) {}

  Result<void> Run(const Stmt* from) {
    const SourceManager& sources = unit_.sources();
    for (const Stmt *child = level_.statement, *parent = unit_.ParentOf(child); child != from && parent != nullptr;
         child = parent, parent = unit_.ParentOf(parent)) {
      if (const auto* block = dyn_cast<CompoundStmt>(parent))
        DETRAIN_TRY_VOID(SkipBefore(*block, child));
      else if (const auto* choice = dyn_cast<IfStmt>(parent))
        DETRAIN_TRY_VOID(Choose(*choice, child));
      else if (!isa<CXXTryStmt, LabelStmt>(parent) &&
               sources.isBeforeInTranslationUnit(from->getBeginLoc(), parent->getBeginLoc()))
        return NotCovered(unit_.PlaceOf(parent->getBeginLoc()),
                          "a resumed run must come to the step loop through this statement; write it with if");
      if (parent == from)
        break;
    }
    return {};
  }

 private:
  Result<void> SkipBefore(const CompoundStmt& block, const Stmt* last) {
    std::vector<const Stmt*> run;
    const Stmt* before = nullptr;
    for (const Stmt* statement : block.body()) {
      const auto* declarations = dyn_cast<DeclStmt>(statement);
      if (statement == last || declarations != nullptr) {
        DETRAIN_TRY_VOID(Skip(block, before, run));
        run.clear();
        before = statement;
      }
      if (statement == last)
        return {};
      if (declarations != nullptr)
        DETRAIN_TRY_VOID(Repeat(*declarations));
      else if (!isa<NullStmt>(statement))
        run.push_back(statement);
    }
    return {};
  }

  Result<void> Repeat(const DeclStmt& statement) const {
    if (Prints::In(&statement))
      return NotCovered(unit_.PlaceOf(statement.getBeginLoc()),
                        "this declaration runs again in a resumed run, and what it calls prints or writes; print in a "
                        "statement of its own");
    return {};
  }

  // Statements in a row, behind `before` or at the top of the block.
  Result<void> Skip(const CompoundStmt& block, const Stmt* before, const std::vector<const Stmt*>& run) {
    if (run.empty())
      return {};
    const auto end = unit_.Behind(run.back());
    const auto begin = !isa<OMPExecutableDirective, AttributedStmt>(run.front()) ? unit_.Before(run.front())
                       : before != nullptr ? unit_.Behind(before)
                                           : unit_.At(block.getLBracLoc().getLocWithOffset(1));
    if (!begin || !end)
      return NotCovered(unit_.PlaceOf(run.front()->getBeginLoc()),
                        "a resumed run must skip this, and it comes out of a macro; write it out");
    weave_.edits.Insert(*begin, Rank::Open, "if (!detrain_resuming()) { ", "resume");
    weave_.edits.Insert(*end, Rank::Close, " }", "resume");
    return {};
  }

  Result<void> Choose(const IfStmt& choice, const Stmt* child) {
    if (child == choice.getCond())
      return {};
    const auto begin = unit_.Before(choice.getCond()), end = unit_.BehindExpr(choice.getCond());
    if (!begin || !end || choice.getConditionVariable() != nullptr)
      return NotCovered(unit_.PlaceOf(choice.getBeginLoc()),
                        "a resumed run must come to the step loop through this condition; write it as an expression");
    weave_.edits.Insert(*begin, Rank::Wrap,
                        child == choice.getThen() ? "detrain_resuming() || (" : "!detrain_resuming() && (", "resume");
    weave_.edits.Insert(*end, Rank::Close, ")", "resume");
    return {};
  }

  Weave& weave_;
  const Level& level_;
  const Unit& unit_;
};

}  // namespace

Result<void> WeaveSkips(Weave& weave, const Level& level, const Stmt* from) {
  return Skipper(weave, level).Run(from);
}

}  // namespace detrain::rewrite
