// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/waiting_loops.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/rewrite/tables.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

bool IsIdle(llvm::StringRef function) {
  static const catalog::Catalog rows = catalog::Catalog::Builtin();
  const catalog::Row* row = rows.Find(function);
  return row != nullptr && row->effects.empty();
}

const Expr* ConditionOf(const Stmt& loop, const Stmt*& body) {
  if (const auto* with_test = dyn_cast<WhileStmt>(&loop)) {
    body = with_test->getBody();
    return with_test->getConditionVariable() == nullptr ? with_test->getCond() : nullptr;
  }
  if (const auto* with_end = dyn_cast<DoStmt>(&loop)) {
    body = with_end->getBody();
    return with_end->getCond();
  }
  const auto* with_count = dyn_cast<ForStmt>(&loop);
  if (with_count == nullptr || with_count->getInc() != nullptr || with_count->getConditionVariable() != nullptr)
    return nullptr;
  body = with_count->getBody();
  return with_count->getCond();
}

class WaitingWeaver : public RecursiveASTVisitor<WaitingWeaver> {
  using Base = RecursiveASTVisitor<WaitingWeaver>;

 public:
  WaitingWeaver(Weave& weave, const Unit& unit) : weave_(weave), unit_(unit) {}

  // What depends on a template's arguments is told where they are known.
  static bool shouldVisitTemplateInstantiations() { return true; }

  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool TraverseDecl(Decl* declared) {
    const bool is_of_kernel = declared != nullptr && (declared->hasAttr<CUDAGlobalAttr>() ||
                                                      declared->hasAttr<CUDADeviceAttr>());  // whose threads are others
    return is_of_kernel || (declared != nullptr && IsOfHeader(*declared)) || Base::TraverseDecl(declared);
  }
  bool VisitStmt(Stmt* statement) {
    const Stmt* body = nullptr;
    const Expr* condition = ConditionOf(*statement, body);
    if (condition != nullptr && body != nullptr &&
        load::WaitIn(*condition, *body, unit_.context(), IsIdle) != load::Wait::None)
      Wrap(*statement, *condition);
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

 private:
  bool IsOfHeader(const Decl& declared) const {
    return declared.getLocation().isValid() && unit_.sources().isInSystemHeader(declared.getLocation());
  }

  void Wrap(const Stmt& loop, const Expr& condition) {
    const auto begin = unit_.Before(&condition), end = unit_.BehindExpr(&condition);
    const plan::Place place = unit_.PlaceOf(loop.getBeginLoc());
    if (!unit_.IsUsers(place.file))
      return;
    if (!begin || !end || begin->file != end->file) {
      weave_.stay.push_back({place,
                             "a loop waits here for another thread, and a part of a macro is its condition: its "
                             "thread keeps the turn; write the condition out, or wait on a condition variable"});
      return;
    }
    const std::string name = place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line);
    weave_.edits.InsertOnce(*begin, Rank::Wrap, "detrain_waits(!!(", "wait");
    weave_.edits.InsertOnce(*end, Rank::Close, "), " + Quoted(name) + ")", "wait");
  }

  Weave& weave_;
  const Unit& unit_;
};

}  // namespace

void WeaveWaitingLoops(Weave& weave) {
  for (const Unit& unit : weave.units)
    WaitingWeaver(weave, unit).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
