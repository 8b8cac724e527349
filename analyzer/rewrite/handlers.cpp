// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handlers after which the program goes on. What follows them is not analysed, so no plan covers it: a program that
// saves ends there.
#include "analyzer/load/handlers.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/rewrite/tables.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// Whether the function is one of a library of opaque objects, none of whose text is followed: its own handlers are its
// own affair. A namespace of that name is the library's only where it has one of the library's classes.
bool IsOfOpaqueLibrary(const FunctionDecl* function) {
  static const catalog::Catalog rows = catalog::Catalog::Builtin();
  const NamespaceDecl* outermost = nullptr;
  for (const DeclContext* scope = function; scope != nullptr; scope = scope->getParent())
    outermost = isa<NamespaceDecl>(scope) ? cast<NamespaceDecl>(scope) : outermost;
  if (outermost == nullptr || rows.LibraryOf(outermost->getName()) == nullptr)
    return false;
  return llvm::any_of(outermost->redecls(), [](const NamespaceDecl* part) {
    return llvm::any_of(part->decls(), [](const Decl* member) {
      const auto* record = dyn_cast<CXXRecordDecl>(member);
      return record != nullptr && !rows.ObjectName(record->getQualifiedNameAsString()).empty();
    });
  });
}

class HandlerWeaver : public RecursiveASTVisitor<HandlerWeaver> {
  using Base = RecursiveASTVisitor<HandlerWeaver>;

 public:
  HandlerWeaver(Weave& weave, const Unit& unit) : weave_(weave), unit_(unit) {}

  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool TraverseFunctionDecl(FunctionDecl* function) { return Within(function, &Base::TraverseFunctionDecl); }
  bool TraverseCXXMethodDecl(CXXMethodDecl* function) { return Within(function, &Base::TraverseCXXMethodDecl); }

  bool VisitCXXTryStmt(CXXTryStmt* block) {
    if (function_ != nullptr && IsOfOpaqueLibrary(function_))
      return true;
    for (unsigned i = 0; i < block->getNumHandlers(); ++i)
      if (load::GoesOn(*block, *block->getHandler(i), function_))
        Mark(*block->getHandler(i));
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

 private:
  template <typename Function>
  bool Within(Function* function, bool (Base::*traverse)(Function*)) {
    const FunctionDecl* outer = std::exchange(function_, function);
    const bool goes_on = (this->*traverse)(function);
    function_ = outer;
    return goes_on;
  }

  void Mark(const CXXCatchStmt& handler) {
    const auto* body = dyn_cast<CompoundStmt>(handler.getHandlerBlock());
    const auto at = body != nullptr ? unit_.At(body->getLBracLoc()) : std::nullopt;
    if (!at || !unit_.IsUsers(at->file))
      return;
    const plan::Place place = unit_.PlaceOf(handler.getBeginLoc());
    const std::string name = place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line);
    weave_.edits.Insert({at->file, at->offset + 1}, Rank::First, " detrain_caught(" + Quoted(name) + ");", "handler");
  }

  Weave& weave_;
  const Unit& unit_;
  const FunctionDecl* function_ = nullptr;
};

}  // namespace

void WeaveHandlers(Weave& weave) {
  for (const Unit& unit : weave.units)
    HandlerWeaver(weave, unit).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
