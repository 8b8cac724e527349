// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions whose address the program takes. One that the catalog knows does through a pointer what its row says.
#include "analyzer/lift/effects.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using rir::Operand;

namespace {

Expr* ValueOf(const clang::ASTContext& ast, clang::ValueDecl* decl, QualType type, clang::CastKind kind) {
  auto* place =
      clang::DeclRefExpr::Create(ast, {}, {}, decl, false, decl->getLocation(), decl->getType(), clang::VK_LValue);
  return clang::ImplicitCastExpr::Create(ast, type, kind, place, nullptr, clang::VK_PRValue, {});
}

// f(a, b), where a and b are its own parameters.
clang::CallExpr* CallWithOwnParameters(const clang::ASTContext& ast, clang::FunctionDecl* function) {
  std::vector<Expr*> args;
  for (clang::ParmVarDecl* parameter : function->parameters())
    args.push_back(ValueOf(ast, parameter, parameter->getType().getUnqualifiedType(), clang::CK_LValueToRValue));
  Expr* callee = ValueOf(ast, function, ast.getPointerType(function->getType()), clang::CK_FunctionToPointerDecay);
  return clang::CallExpr::Create(ast, callee, args, function->getCallResultType(), clang::VK_PRValue,
                                 function->getLocation(), {});
}

bool HasScalarsOnly(const clang::FunctionDecl* function) {
  const auto is_other = [](QualType type) { return IsInMemory(type) || type->isReferenceType(); };
  return !is_other(function->getReturnType()) &&
         llvm::none_of(function->parameters(),
                       [&](const clang::ParmVarDecl* parameter) { return is_other(parameter->getType()); });
}

}  // namespace

Operand Body::TakenAddress(const clang::FunctionDecl* function) {
  const Operand address = Operand::Function(unit_.FunctionOf(function));
  unit_.module().functions[address.id].is_address_taken = true;
  if (unit_.module().functions[address.id].is_defined)
    return address;
  const catalog::Row* row = unit_.RowFor(function);
  if (!row || function->isVariadic() || !HasScalarsOnly(function))
    return address;
  Body body(unit_, function, address.id);
  rir::Function lifted = body.LiftRow(unit_.module().functions[address.id], *row);
  lifted.is_inline = true;  // each unit that takes its address has one
  unit_.module().functions[address.id] = std::move(lifted);
  return address;
}

rir::Function Body::LiftRow(rir::Function declared, const catalog::Row& row) {
  fn_.link_name = declared.link_name;
  place_ = function_->getLocation();
  DeclareParameters(declared);
  // Clang's own nodes for a call want a declaration that they may change; nothing does.
  auto* function = const_cast<clang::FunctionDecl*>(function_);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  const Operand result = EffectLifter(*this, row, CallWithOwnParameters(unit_.ast(), function), true).Lift({});
  if (result)
    Emit(rir::ReturnOp{result}, unit_.TypeOf(function_->getReturnType()));
  return Define(std::move(declared));
}

}  // namespace detrain::lift
