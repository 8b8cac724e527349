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
#include <utility>

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

  // Making a closure runs what it captures, not its body.
  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    for (Expr* capture : lambda->capture_inits())
      TraverseStmt(capture);
    return !found_;
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
  Skipper(Weave& weave, std::size_t at)
      : weave_(weave), level_(weave.levels[at]), unit_(*level_.unit), resuming_(Resuming(weave, at)) {}

  Result<void> Run(const Stmt* from) {
    const SourceManager& sources = unit_.sources();
    const Stmt* first = Labelled(from);
    for (const Stmt *child = level_.statement, *parent = unit_.ParentOf(child); child != from && parent != nullptr;
         child = parent, parent = unit_.ParentOf(parent)) {
      const auto* around = dyn_cast<CompoundStmt>(parent);
      if (around != nullptr && parent == unit_.ParentOf(first))
        return SkipBefore(*around, child, first, from);
      if (around != nullptr)
        DETRAIN_TRY_VOID(SkipBefore(*around, child));
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
  // The statement with its labels: a loop of goto begins in the block where its label stands, and so does an arm of a
  // switch.
  [[nodiscard]] const Stmt* Labelled(const Stmt* statement) const {
    while (isa_and_nonnull<LabelStmt, SwitchCase>(unit_.ParentOf(statement)))
      statement = unit_.ParentOf(statement);
    return statement;
  }

  // The statements from `first` (nullptr: the first one) to the one in front of `last`. Of `first`, which has labels,
  // `skipped` alone: whoever jumps there is to come by what stands behind the label.
  Result<void> SkipBefore(const CompoundStmt& block, const Stmt* last, const Stmt* first = nullptr,
                          const Stmt* skipped = nullptr) {
    std::vector<const Stmt*> run;
    const Stmt* before = nullptr;
    for (const Stmt* statement : block.body()) {
      if (first != nullptr && statement != first) {
        before = statement;
        continue;
      }
      if (statement == std::exchange(first, nullptr))
        statement = skipped;
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
    if (llvm::is_contained(weave_.row, &statement))
      return Declare(statement);
    if (Prints::In(&statement))
      return NotCovered(unit_.PlaceOf(statement.getBeginLoc()),
                        "this declaration runs again in a resumed run, and what it calls prints or writes; print in a "
                        "statement of its own");
    return {};
  }

  // What a variable is set to by running a loop of the row, which is over: its type's zero. The restore sets it, where
  // somebody reads it.
  Result<void> Declare(const DeclStmt& statement) const {
    const auto* variable = statement.isSingleDecl() ? dyn_cast<VarDecl>(statement.getSingleDecl()) : nullptr;
    const Expr* value = variable == nullptr ? nullptr : variable->getInit();
    const bool can_be_zero = value != nullptr && variable->getInitStyle() == VarDecl::CInit &&
                             !variable->getType()->isReferenceType() && !variable->getType()->isArrayType() &&
                             HasZero(variable->getType());
    const auto begin = can_be_zero ? unit_.Before(value) : std::nullopt;
    const auto end = can_be_zero ? unit_.BehindExpr(value) : std::nullopt;
    if (!begin || !end)
      return NotCovered(unit_.PlaceOf(statement.getBeginLoc()),
                        "this declaration runs a loop that a run resumed in a later loop must skip; call it in a "
                        "statement of its own, or choose one of the loops with --step");
    const SourceManager& sources = unit_.sources();
    const llvm::StringRef text = sources.getBufferData(sources.getFileID(value->getBeginLoc()));
    const std::string written = text.substr(begin->offset, end->offset - begin->offset).str();
    weave_.edits.Insert(*begin, Rank::Wrap, resuming_ + " ? decltype(" + written + "){} : ", "resume");
    return {};
  }

  static bool HasZero(QualType type) {
    const auto* record = type->getAsCXXRecordDecl();
    return type->isScalarType() ||
           (record != nullptr && record->hasDefaultConstructor() && !record->hasInheritedConstructor());
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
    weave_.edits.Insert(*begin, Rank::Open, "if (!" + resuming_ + ") { ", "resume");
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
  const std::string resuming_;
};

}  // namespace

Result<void> WeaveSkips(Weave& weave, std::size_t level, const Stmt* from) {
  return Skipper(weave, level).Run(from);
}

}  // namespace detrain::rewrite
