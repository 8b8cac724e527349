// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprConcepts.h>
#include <clang/AST/OperationKinds.h>

#include "analyzer/lift/body.h"
#include "analyzer/load/address_keys.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Opcode;
using rir::Operand;

namespace {

bool IsScalar(QualType type) {
  return type->isScalarType() && !type->isAnyComplexType() && !type->isMemberDataPointerType();
}

// Whether evaluation is worth a try: leaves are read at once, and calls are never constant here.
bool MayBeConstant(const Expr* expr) {
  return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral, clang::UnaryOperator,
                   clang::BinaryOperator, clang::CastExpr, clang::ConditionalOperator, clang::UnaryExprOrTypeTraitExpr,
                   clang::OffsetOfExpr, clang::DeclRefExpr, clang::ParenExpr, clang::ConstantExpr, clang::TypeTraitExpr,
                   clang::ChooseExpr, clang::GenericSelectionExpr, clang::ImplicitValueInitExpr, clang::SourceLocExpr,
                   clang::CallExpr, clang::CXXBoolLiteralExpr, clang::SizeOfPackExpr, clang::CXXNoexceptExpr,
                   clang::RequiresExpr, clang::ConceptSpecializationExpr, clang::SubstNonTypeTemplateParmExpr>(expr);
}

std::optional<Operand> FromValue(const clang::APValue& value) {
  if (value.isInt()) {
    const llvm::APSInt& integer = value.getInt();
    if (integer.getBitWidth() > 64)
      return std::nullopt;
    return Operand::Int(integer.isSigned() ? integer.getSExtValue()
                                           : static_cast<std::int64_t>(integer.getZExtValue()));
  }
  if (!value.isFloat())
    return std::nullopt;
  llvm::APFloat number = value.getFloat();
  bool loses = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  return Operand::Float(number.convertToDouble());
}

// Operands are signed: a number that only an unsigned type of 64 bits has is cast to it.
bool IsLarge(const Operand& constant, QualType type) {
  return constant.kind == rir::OperandKind::Int && constant.integer < 0 && type->isUnsignedIntegerType();
}

}  // namespace

std::optional<Operand> Body::Constant(const Expr* expr) {
  if (!MayBeConstant(expr) || !IsScalar(expr->getType()) || expr->isValueDependent())
    return std::nullopt;
  clang::ASTContext& ast = unit_.ast();
  if (expr->getType()->isPointerType()) {
    const bool is_null = expr->isNullPointerConstant(ast, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull ||
                         llvm::isa<clang::ImplicitValueInitExpr>(expr);
    return is_null ? std::optional(Operand::Null()) : std::nullopt;
  }
  Expr::EvalResult result;
  if (!expr->EvaluateAsRValue(result, ast) || result.HasSideEffects)
    return std::nullopt;
  return FromValue(result.Val);
}

Operand Body::Value(const Expr* expr) {
  const clang::SourceLocation outer = std::exchange(place_, expr->getBeginLoc());
  const auto constant = Constant(expr);
  const Operand value = !constant ? UncachedValue(expr)
                        : IsLarge(*constant, expr->getType())
                            ? Compute(Opcode::Cast, {*constant}, unit_.TypeOf(expr->getType()))
                            : *constant;
  place_ = outer;
  return value;
}

Operand Body::UncachedValue(const Expr* expr) {
  if (IsInMemory(expr->getType()))
    return RecordAddress(expr);
  if (const Expr* inner = Bare(expr); inner != expr)
    return Value(inner);
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(expr))
    return Value(choice->getChosenSubExpr());
  if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(expr))
    return Value(generic->getResultExpr());
  if (const auto* bound = dyn_cast<clang::OpaqueValueExpr>(expr)) {
    const auto known = bound_values_.find(bound);
    return known != bound_values_.end() ? known->second : Value(bound->getSourceExpr());
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr))
    return CastValue(cast);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expr))
    return UnaryValue(unary);
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(expr))
    return CompoundAssign(compound);
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expr))
    return BinaryValue(binary);
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expr))
    return Choose(choice);
  if (const auto* call = dyn_cast<clang::CallExpr>(expr))
    return Call(call, true);
  if (const auto value = CxxValue(expr))
    return *value;
  if (const auto* pseudo = dyn_cast<clang::PseudoObjectExpr>(expr))
    if (const auto index = CudaIndex(pseudo))
      return *index;
  if (const auto* size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expr))
    return SizeOfValue(size);
  if (const auto* statements = dyn_cast<clang::StmtExpr>(expr))
    return StatementExpr(statements);
  if (const auto* list = dyn_cast<clang::InitListExpr>(expr); list && list->getNumInits() <= 1)
    return list->getNumInits() == 1 ? Value(list->getInit(0)) : ZeroOf(expr->getType());
  if (const auto* atomic = dyn_cast<clang::AtomicExpr>(expr))
    return AtomicValue(atomic);
  if (llvm::isa<clang::ImplicitValueInitExpr>(expr))
    return ZeroOf(expr->getType());
  if (const auto* argument = dyn_cast<clang::VAArgExpr>(expr))
    return NextArgument(argument);
  return Unmodelled(expr);
}

Operand Body::ZeroOf(QualType type) {
  return type->isPointerType() ? Operand::Null() : type->isRealFloatingType() ? Operand::Float(0) : Operand::Int(0);
}

// What has no model of its own: its operands are evaluated, and may all be read and written.
Operand Body::Unmodelled(const Expr* expr) {
  std::vector<Operand> args;
  for (const clang::Stmt* child : expr->children()) {
    const auto* operand = llvm::dyn_cast_or_null<Expr>(child);
    if (!operand || operand->getType()->isVoidType())
      continue;
    const bool is_place = operand->isGLValue() && !operand->getType()->isFunctionType();
    args.push_back(is_place ? Address(operand) : Value(operand));
  }
  std::string what = expr->getStmtClassName();
  if (llvm::isa<clang::VAArgExpr>(expr))
    what = "va_arg";
  else if (llvm::isa<clang::AddrLabelExpr>(expr))
    what = "address of a label";
  return Opaque(expr, what, std::move(args), expr->getType());
}

Operand Body::Truth(Operand value, QualType type) {
  const Operand zero = type->isPointerType()        ? Operand::Null()
                       : type->isRealFloatingType() ? Operand::Float(0)
                                                    : Operand::Int(0);
  return Compute(Opcode::Ne, {value, zero}, Int());
}

Operand Body::Convert(Operand value, QualType from, QualType to) {
  const rir::TypeId source = unit_.TypeOf(from);
  const rir::TypeId target = unit_.TypeOf(to);
  if (source == target || (from->isPointerType() && to->isPointerType()))
    return value;
  if (to->isBooleanType())
    return Compute(Opcode::Cast, {Truth(value, from)}, target);
  if (value.kind == rir::OperandKind::Int && to->isRealFloatingType())
    return Operand::Float(from->isSignedIntegerOrEnumerationType()
                              ? static_cast<double>(value.integer)
                              : static_cast<double>(static_cast<std::uint64_t>(value.integer)));
  return Compute(Opcode::Cast, {value}, target);
}

// What a volatile pointer leads to may change on its own; a volatile variable is marked as such in its region. In
// device code the word only says that other threads see each store (warps that sum without barriers), which is asked
// anyway.
Operand Body::LoadPlace(const Expr* place, QualType type) {
  // `c ? a.left : a.right`: which of the members is read is told apart better than which address was taken.
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(Bare(place));
      choice && !llvm::isa<clang::CXXThrowExpr>(Bare(choice->getTrueExpr())) &&
      !llvm::isa<clang::CXXThrowExpr>(Bare(choice->getFalseExpr()))) {
    const Operand result = Operand::Region(Temporary(type));
    const auto load = [&](const Expr* side) { Store(result, LoadPlace(side, type), type); };
    If(Value(choice->getCond()), [&] { load(choice->getTrueExpr()); }, [&] { load(choice->getFalseExpr()); });
    return Load(result, type);
  }
  const Operand address = Address(place);
  const bool is_foreign =
      place->getType().isVolatileQualified() && address.kind != rir::OperandKind::Region && !IsInKernel();
  return is_foreign ? Opaque(place, "an access through a volatile pointer", {address}, type) : Load(address, type);
}

// In std::less and std::hash of addresses it is one that the rewrite makes the same in every run.
Operand Body::NumberOfAddress(Operand address, QualType from, QualType to) {
  const auto use = function_ ? load::AddressUseOf(*function_) : std::nullopt;
  if (!use)
    return Convert(address, from, to);
  return Math(use == load::AddressUse::Order ? "std::less" : "std::hash", {address}, unit_.TypeOf(to));
}

Operand Body::CastValue(const clang::CastExpr* cast) {
  const Expr* inner = cast->getSubExpr();
  const QualType to = cast->getType();
  switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
      return LoadPlace(inner, to);
    case clang::CK_ArrayToPointerDecay:
      return Decay(inner);
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      return Address(inner);
    case clang::CK_NullToPointer:
      return Operand::Null();
    case clang::CK_ToVoid:
      Discard(inner);
      return {};
    case clang::CK_BitCast: {
      if (IsVector(inner->getType()))
        return Load(RecordAddress(inner), to);
      const QualType outer = std::exchange(allocated_, to);
      const Operand value = Value(inner);
      allocated_ = outer;
      return value;
    }
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      return Upcast(Value(inner), cast);
    case clang::CK_BaseToDerived:
      return Downcast(Value(inner), cast);
    case clang::CK_Dynamic:
      return DynamicCast(Value(inner), cast);
    case clang::CK_UserDefinedConversion:
    case clang::CK_ConstructorConversion:
    case clang::CK_NoOp:
    case clang::CK_NonAtomicToAtomic:
    case clang::CK_AtomicToNonAtomic:
      return Value(inner);
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
    case clang::CK_BooleanToSignedIntegral:
    case clang::CK_PointerToBoolean:
    case clang::CK_IntegralToPointer:
      return Convert(Value(inner), inner->getType(), to);
    case clang::CK_PointerToIntegral:
      return NumberOfAddress(Value(inner), inner->getType(), to);
    case clang::CK_NullToMemberPointer:
    case clang::CK_MemberPointerToBoolean:
    case clang::CK_BaseToDerivedMemberPointer:
    case clang::CK_DerivedToBaseMemberPointer:
      return (cast->getCastKind() == clang::CK_MemberPointerToBoolean ? inner->getType() : to)
                     ->isMemberDataPointerType()
                 ? CastMemberPointer(cast)
                 : Unmodelled(cast);
    case clang::CK_FloatingComplexToReal:
    case clang::CK_IntegralComplexToReal:
      return Load(VectorElementAddress(RecordAddress(inner), Operand::Int(0), inner->getType()), to);
    case clang::CK_FloatingComplexToBoolean:
    case clang::CK_IntegralComplexToBoolean:
      return Math("complex to bool", {AnyElement(RecordAddress(inner), inner->getType())}, unit_.TypeOf(to));
    default:
      return Unmodelled(cast);
  }
}

bool Body::HasEffect(const clang::Stmt* stmt) const {
  if (!stmt)
    return false;
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(stmt); unary && unary->isIncrementDecrementOp())
    return true;
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(stmt); binary && binary->isAssignmentOp())
    return true;
  if (llvm::isa<clang::StmtExpr, clang::AtomicExpr, clang::VAArgExpr, clang::CompoundLiteralExpr,
                clang::CXXBindTemporaryExpr, clang::CXXNewExpr, clang::CXXDeleteExpr, clang::CXXThrowExpr>(stmt))
    return true;
  if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(stmt);
      construct && !construct->getConstructor()->isTrivial())
    return true;
  if (const auto* lambda = dyn_cast<clang::LambdaExpr>(stmt))
    return std::ranges::any_of(lambda->capture_inits(), [&](const Expr* init) { return HasEffect(init); });
  if (const auto* argument = dyn_cast<clang::CXXDefaultArgExpr>(stmt))
    return HasEffect(argument->getExpr());
  if (const auto* call = dyn_cast<clang::CallExpr>(stmt)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const catalog::Row* row = callee && !unit_.IsLifted(callee) ? unit_.RowFor(callee) : nullptr;
    const bool only_reads =
        row && std::ranges::all_of(row->effects, [](const catalog::Effect& effect) {
          return effect.kind == catalog::EffectKind::Load || effect.kind == catalog::EffectKind::Value;
        });
    if (!only_reads)
      return true;
  }
  if (const auto* size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(stmt))
    return size->getTypeOfArgument()->isVariablyModifiedType();
  return std::ranges::any_of(stmt->children(), [&](const clang::Stmt* child) { return HasEffect(child); });
}

Operand Body::LogicalValue(const clang::BinaryOperator* expr) {
  const bool is_and = expr->getOpcode() == clang::BO_LAnd;
  const Expr* left = expr->getLHS();
  const Expr* right = expr->getRHS();
  if (!HasEffect(right)) {
    const Operand first = Value(left);
    return Compute(is_and ? Opcode::LAnd : Opcode::LOr, {first, Value(right)}, Int());
  }
  const QualType type = unit_.ast().IntTy;
  const Operand result = Operand::Region(Temporary(type));
  const Operand first = Value(left);
  const auto second = [&] { Store(result, Truth(Value(right), right->getType()), type); };
  const auto skip = [&] { Store(result, Operand::Int(is_and ? 0 : 1), type); };
  if (is_and)
    If(first, second, skip);
  else
    If(first, skip, second);
  return Load(result, type);
}

Operand Body::Choose(const clang::AbstractConditionalOperator* expr) {
  Operand condition;
  if (const auto* elvis = dyn_cast<clang::BinaryConditionalOperator>(expr)) {
    condition = Value(elvis->getCommon());
    bound_values_[elvis->getOpaqueValue()] = condition;
  } else {
    condition = Value(expr->getCond());
  }
  const Expr* then = expr->getTrueExpr();
  const Expr* other = expr->getFalseExpr();
  const QualType type = expr->getType();
  if (type->isVoidType()) {
    If(condition, [&] { Discard(then); }, [&] { Discard(other); });
    return {};
  }
  if (!HasEffect(then) && !HasEffect(other)) {
    const Operand first = Value(then);
    return Compute(Opcode::Select, {condition, first, Value(other)}, unit_.TypeOf(type));
  }
  const Operand result = Operand::Region(Temporary(type));
  const auto store = [&](const Expr* side) {
    const Operand value = Value(side);
    if (value)  // none: it throws
      Store(result, value, type);
  };
  If(condition, [&] { store(then); }, [&] { store(other); });
  return Load(result, type);
}

Operand Body::SizeOfValue(const clang::UnaryExprOrTypeTraitExpr* expr) {
  if (expr->getKind() != clang::UETT_SizeOf)
    return Unmodelled(expr);
  const QualType type = expr->getTypeOfArgument();
  if (expr->isArgumentType())
    NoteSizes(type);
  return ByteSize(type);
}

Operand Body::StatementExpr(const clang::StmtExpr* expr) {
  const auto& statements = *expr->getSubStmt();
  const auto* last = statements.body_empty() ? nullptr : dyn_cast<Expr>(statements.body_back());
  std::vector<const clang::Stmt*> before(statements.body_begin(), statements.body_end());
  if (last)
    before.pop_back();
  Sequence(before);
  if (!last)
    return {};
  return expr->getType()->isVoidType() ? Discard(last) : Value(last);
}

Operand Body::Discard(const Expr* expr) {
  const clang::SourceLocation outer = std::exchange(place_, expr->getBeginLoc());
  const Expr* inner = Bare(expr);
  if (const auto* cast = dyn_cast<clang::CastExpr>(inner); cast && cast->getCastKind() == clang::CK_ToVoid)
    Discard(cast->getSubExpr());
  else if (const auto* call = dyn_cast<clang::CallExpr>(inner))
    Call(call, false);
  else if (const auto* choice = dyn_cast<clang::ConditionalOperator>(inner); choice && HasEffect(choice))
    If(Value(choice->getCond()), [&] { Discard(choice->getTrueExpr()); }, [&] { Discard(choice->getFalseExpr()); });
  else if (const auto* binary = dyn_cast<clang::BinaryOperator>(inner);
           binary && binary->isLogicalOp() && HasEffect(binary->getRHS())) {
    const Operand first = Value(binary->getLHS());
    const auto second = [&] { Discard(binary->getRHS()); };
    binary->getOpcode() == clang::BO_LAnd ? If(first, second) : If(first, [] {}, second);
  } else if (binary && binary->isCommaOp()) {
    Discard(binary->getLHS());
    Discard(binary->getRHS());
  } else if (HasEffect(inner)) {
    inner->isGLValue() && !IsInMemory(inner->getType()) ? Address(inner) : Value(inner);
  }
  place_ = outer;
  return {};
}

}  // namespace detrain::lift
