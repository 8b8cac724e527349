// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/local_reads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

namespace detrain::load {

using namespace clang;

namespace {

using Reads = std::vector<LocalRead>;

// A local variable, or a member of one. Nothing: it is none.
std::optional<LocalRead> PlaceOf(const Expr* place, const ASTContext& context) {
  place = place->IgnoreParens();
  if (const auto* member = dyn_cast<MemberExpr>(place)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (member->isArrow() || field == nullptr || field->getType()->isReferenceType() || field->isBitField())
      return std::nullopt;
    auto read = PlaceOf(member->getBase(), context);
    if (read)
      read->offset += static_cast<std::uint64_t>(
          context.toCharUnitsFromBits(static_cast<std::int64_t>(context.getFieldOffset(field))).getQuantity());
    return read;
  }
  const auto* reference = dyn_cast<DeclRefExpr>(place);
  const auto* variable = reference != nullptr ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (variable == nullptr || !variable->hasLocalStorage() || variable->getType()->isReferenceType() ||
      variable->getType().isVolatileQualified() || reference->refersToEnclosingVariableOrCapture())
    return std::nullopt;
  return LocalRead{variable};
}

bool CollectValue(const Expr* operand, const ASTContext& context, Reads& out) {
  operand = operand->IgnoreParens();
  const auto* cast = dyn_cast<CastExpr>(operand);
  if (cast != nullptr && !cast->getType()->isScalarType())
    return false;
  if (cast != nullptr && cast->getCastKind() != CK_LValueToRValue)
    return CollectValue(cast->getSubExpr(), context, out);
  if (cast != nullptr) {
    const auto read = PlaceOf(cast->getSubExpr(), context);
    if (read)
      out.push_back(*read);
    return read.has_value();
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(operand))
    return !binary->isAssignmentOp() && !binary->isLogicalOp() && !binary->isCommaOp() && !binary->isPtrMemOp() &&
           CollectValue(binary->getLHS(), context, out) && CollectValue(binary->getRHS(), context, out);
  if (const auto* unary = dyn_cast<UnaryOperator>(operand))
    return unary->isArithmeticOp() && CollectValue(unary->getSubExpr(), context, out);
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr>(operand);
}

}  // namespace

std::optional<Reads> LocalReads(const Expr* operand, const ASTContext& context) {
  Reads reads;
  return CollectValue(operand, context, reads) ? std::optional(std::move(reads)) : std::nullopt;
}

}  // namespace detrain::load
