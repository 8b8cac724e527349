// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a library of opaque objects that add in any order, unless an object that they are handed has been told
// to keep one (catalog: "unordered", "orders"): `options.set_deterministic_algorithm(true)`.
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

namespace {

using clang::Expr;

// The variable at the beginning of a chain of calls: `options.set_name("x").set_causal_mask(true)`.
const clang::VarDecl* RootOf(const Expr* expr) {
  expr = expr->IgnoreUnlessSpelledInSource();
  while (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr))
    expr = call->getImplicitObjectArgument()->IgnoreUnlessSpelledInSource();
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expr);
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

// Finds calls of the methods with anything but `false`; of objects that begin with the variable, or of any.
class Told : public clang::ConstDynamicRecursiveASTVisitor {
 public:
  Told(const std::vector<std::string>& methods, const clang::VarDecl* variable)
      : methods_(methods), variable_(variable) {}

  bool In(const clang::Stmt* where) {
    TraverseStmt(where);
    return is_told_;
  }

  bool VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr* call) override {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    const bool is_named = method && method->getIdentifier() && catalog::IsNamed(methods_, method->getName());
    const auto* literal =
        is_named && call->getNumArgs() > 0
            ? llvm::dyn_cast<clang::CXXBoolLiteralExpr>(call->getArg(0)->IgnoreUnlessSpelledInSource())
            : nullptr;
    const bool is_off = literal && !literal->getValue();
    is_told_ = is_told_ || (is_named && !is_off && (!variable_ || RootOf(call) == variable_));
    return !is_told_;
  }

 private:
  const std::vector<std::string>& methods_;
  const clang::VarDecl* variable_;
  bool is_told_ = false;
};

}  // namespace

bool Body::IsToldOrder(const clang::CallExpr* call, const catalog::Library& library) const {
  return llvm::any_of(call->arguments(), [&](const Expr* argument) {
    if (Told(library.orders, nullptr).In(argument))
      return true;
    const clang::VarDecl* variable = RootOf(argument);
    if (!variable)
      return false;
    return (variable->getInit() && Told(library.orders, nullptr).In(variable->getInit())) ||
           Told(library.orders, variable).In(function_->getBody());
  });
}

void Body::NoteOrder(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const catalog::Library* library = unit_.OpaqueLibraryOf(callee);
  if (!library || !callee->getIdentifier() || !catalog::IsNamed(library->unordered, callee->getName()) ||
      IsToldOrder(call, *library))
    return;
  const Unit::Hidden hidden = unit_.HiddenRegion(library->name + "::objects", {});
  rir::InputOp op;
  op.source = rir::Source::Host;
  op.targets = {{Operand::Region(hidden.region), Operand::Int(1)}};
  op.callee = callee->getQualifiedNameAsString();
  Emit(std::move(op));
}

}  // namespace detrain::lift
