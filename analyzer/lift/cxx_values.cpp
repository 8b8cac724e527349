// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The expressions that C does not have.
#include "analyzer/lift/body.h"
#include "analyzer/rir/lists.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Operand;

// The value of a scalar expression; nullopt: not one of C++ alone.
std::optional<Operand> Body::CxxValue(const Expr* expr) {
  if (llvm::isa<clang::CXXNullPtrLiteralExpr>(expr))
    return Operand::Null();
  if (llvm::isa<clang::CXXThisExpr>(expr))
    return This();
  if (const auto* made = dyn_cast<clang::CXXNewExpr>(expr))
    return New(made);
  if (const auto* deleted = dyn_cast<clang::CXXDeleteExpr>(expr)) {
    Delete(deleted);
    return Operand();
  }
  if (const auto* thrown = dyn_cast<clang::CXXThrowExpr>(expr)) {
    if (thrown->getSubExpr())
      Discard(thrown->getSubExpr());
    Emit(rir::StopOp{Operand::Int(1), true, "throw"});
    return Operand();
  }
  if (llvm::isa<clang::CXXScalarValueInitExpr>(expr))
    return ZeroOf(expr->getType());
  if (const auto* index = dyn_cast<clang::ArrayInitIndexExpr>(expr); index && array_index_)
    return array_index_;
  if (const auto* list = dyn_cast<clang::CXXParenListInitExpr>(expr); list && list->getInitExprs().size() == 1)
    return Value(list->getInitExprs()[0]);
  return std::nullopt;
}

// What tells an object's class: constant memory of its own, which the tables of virtual functions lead to.
Operand Body::TypeInformation(const clang::CXXTypeidExpr* expr) {
  const QualType type = expr->isTypeOperand() ? expr->getTypeOperand(unit_.ast()) : expr->getExprOperand()->getType();
  if (!expr->isPotentiallyEvaluated())
    return Operand::Region(unit_.TypeInformationOf(type));
  const QualType pointer = unit_.ast().getPointerType(expr->getType());
  const Operand table = Load(Address(expr->getExprOperand()), unit_.ast().getPointerType(unit_.SlotType()));
  return Load(IndexAddress(table, Operand::Int(-1), unit_.SlotType(), std::nullopt), pointer);
}

// A parameter, as it is passed on.
Operand Body::Passed(const clang::ParmVarDecl* parameter) {
  const QualType type = parameter->getType();
  const Operand place = Operand::Region(locals_[parameter]);
  if (IsIndirect(type))
    return Load(place, unit_.ast().VoidPtrTy);
  return IsInMemory(type) ? place : Load(place, type);
}

// A value that gets a place, because a reference is bound to it.
Operand Body::Materialised(const clang::MaterializeTemporaryExpr* expr) {
  const QualType type = expr->getType();
  const bool is_static = expr->getStorageDuration() == clang::SD_Static && !function_;
  rir::RegionId region = rir::kNone;
  if (is_static) {
    region =
        AddLocal("temporary." + std::to_string(temporaries_++), type, expr->getBeginLoc(), rir::RegionKind::FileStatic);
    unit_.module().regions[region].function = rir::kNone;
    unit_.module().regions[region].has_initializer = true;
  } else {
    region = Temporary(type);
  }
  const Expr* made = expr->getSubExpr();
  if (const auto* bound = dyn_cast<clang::CXXBindTemporaryExpr>(made->IgnoreParens()))
    made = bound->getSubExpr();
  Initialise(Operand::Region(region), type, made, false);
  PushTemporary(Operand::Region(region), type, expr->getStorageDuration() == clang::SD_Automatic);
  return Operand::Region(region);
}

// auto [a, b] = ...: a member of the hidden object; what std::get gives of it, each time anew; or a variable of its
// own.
Operand Body::BindingAddress(const clang::BindingDecl* binding) {
  if (const auto captured = CapturedAddress(binding))
    return *captured;
  const clang::VarDecl* holder = binding->getHoldingVar();
  if (holder == nullptr)
    return Address(binding->getBinding());
  return IsPartOfTuple(holder) ? Address(holder->getInit()) : VariableAddress(holder);
}

// Whether it is a reference that the library's own std::get gives.
bool Body::IsPartOfTuple(const clang::VarDecl* holder) {
  const auto* get = dyn_cast<clang::CallExpr>(holder->getInit()->IgnoreParenImpCasts());
  const clang::FunctionDecl* called = get && get->isGLValue() ? get->getDirectCallee() : nullptr;
  return called != nullptr && called->isInStdNamespace();
}

// The array behind a variable's list lives as long as the variable, and is called after it.
Operand Body::ArrayOfList(Operand list, const Expr* made) {
  const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(made->IgnoreParens());
  const auto* variable = temporary ? llvm::dyn_cast_or_null<clang::VarDecl>(temporary->getExtendingDecl()) : nullptr;
  const auto known = variable ? locals_.find(variable) : locals_.end();
  if (known == locals_.end() || list != Operand::Region(known->second))
    return Address(made);
  const Expr* elements = temporary->getSubExpr();
  const rir::RegionId region =
      AddLocal(variable->getNameAsString() + std::string(rir::kList), temporary->getType().getUnqualifiedType(),
               variable->getLocation(), rir::RegionKind::Local);
  unit_.module().regions[region].is_const = elements->isConstantInitializer(unit_.ast(), false);
  Emit(rir::DeclareOp{region});
  Initialise(Operand::Region(region), temporary->getType(), elements, false);
  PushTemporary(Operand::Region(region), temporary->getType(), true);
  return Operand::Region(region);
}

// std::initializer_list: a pointer to an array, and its length or its end.
void Body::InitialiserList(Operand target, const clang::CXXStdInitializerListExpr* expr) {
  const Expr* made = expr->getSubExpr();
  const Operand array = ArrayOfList(target, made);
  const clang::RecordDecl* record = expr->getType()->getAsRecordDecl()->getDefinition();
  auto field = record->field_begin();
  if (field == record->field_end() || std::next(field) == record->field_end())
    return void(Opaque(expr, "a list of initialisers", {target, array}, {}));
  Store(FieldAddress(target, *field), array, field->getType());
  ++field;
  const auto* type = unit_.ast().getAsConstantArrayType(made->getType());
  const auto count = Operand::Int(static_cast<std::int64_t>(type->getZExtSize()));
  const Operand end = field->getType()->isPointerType()
                          ? IndexAddress(array, count, type->getElementType(), type->getZExtSize())
                          : count;
  Store(FieldAddress(target, *field), end, field->getType());
}

// The copy of an array that is a member, element by element.
void Body::ArrayCopy(Operand target, const clang::ArrayInitLoopExpr* expr) {
  const auto* array = unit_.ast().getAsConstantArrayType(expr->getType());
  if (!array || array_index_)
    return void(Opaque(expr, "the copy of an array of arrays", {target}, {}));
  const clang::OpaqueValueExpr* common = expr->getCommonExpr();
  bound_values_[common] = Address(common->getSourceExpr());
  CountedLoop(Operand::Int(static_cast<std::int64_t>(array->getZExtSize())), [&](Operand index) {
    array_index_ = index;
    Initialise(IndexAddress(target, index, array->getElementType(), array->getZExtSize()), array->getElementType(),
               expr->getSubExpr(), false);
    array_index_ = {};
  });
}

}  // namespace detrain::lift
