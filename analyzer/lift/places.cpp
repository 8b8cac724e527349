// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include "analyzer/lift/body.h"
#include "analyzer/lift/cuda_facts.h"
#include "analyzer/load/temporaries.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Operand;

const Expr* Bare(const Expr* expr) {
  while (true) {
    const Expr* outer = expr;
    expr = expr->IgnoreParens();
    if (const auto* full = dyn_cast<clang::FullExpr>(expr))
      expr = full->getSubExpr();
    else if (const auto* argument = dyn_cast<clang::CXXDefaultArgExpr>(expr))
      expr = argument->getExpr();
    else if (const auto* init = dyn_cast<clang::CXXDefaultInitExpr>(expr))
      expr = init->getExpr();
    else if (const auto* substituted = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expr))
      expr = substituted->getReplacement();
    else if (const auto* rewritten = dyn_cast<clang::CXXRewrittenBinaryOperator>(expr))
      expr = rewritten->getSemanticForm();
    if (expr == outer)
      return expr;
  }
}

namespace {

// What a structured binding takes apart has no name but those of its parts: "(weights,generator)". Brackets would be
// an index.
std::string NameOfLocal(const clang::VarDecl* variable) {
  const auto* whole = dyn_cast<clang::DecompositionDecl>(variable);
  if (whole == nullptr)
    return variable->getNameAsString();
  std::string names;
  for (const clang::BindingDecl* part : whole->bindings()) {
    names += names.empty() ? '(' : ',';
    names += part->getNameAsString();
  }
  names += ')';
  return names;
}

}  // namespace

rir::RegionId Body::LocalOf(const clang::VarDecl* variable) {
  if (!variable->hasLocalStorage() || IsShared(variable))
    return unit_.RegionOf(variable);
  const auto found = locals_.find(variable);
  if (found != locals_.end())
    return found->second;
  QualType type = variable->getType();
  if (const auto* array = unit_.ast().getAsVariableArrayType(type))
    type = unit_.ast().getPointerType(array->getElementType());
  if (load::HeldTemporary(*variable) != nullptr)
    type = type.getNonReferenceType().getUnqualifiedType();
  return locals_[variable] = AddLocal(NameOfLocal(variable), type, variable->getLocation(), rir::RegionKind::Local);
}

Operand Body::VariableAddress(const clang::VarDecl* variable) {
  if (const auto known = stands_for_.find(variable); known != stands_for_.end())
    return known->second;
  if (const auto captured = CapturedAddress(variable))
    return *captured;
  const bool is_parameter = llvm::isa<clang::ParmVarDecl>(variable);
  if ((variable->getType()->isReferenceType() && load::HeldTemporary(*variable) == nullptr) ||
      (is_parameter && IsIndirect(variable->getType())))
    return Load(Operand::Region(LocalOf(variable)), unit_.ast().VoidPtrTy);
  const Operand region = Operand::Region(LocalOf(variable));
  if (IsDynamicShared(variable))
    return Load(region, unit_.ast().getPointerType(unit_.ast().getAsArrayType(variable->getType())->getElementType()));
  // A variable length array is a pointer to memory that its declaration allocates.
  if (const auto* array = unit_.ast().getAsVariableArrayType(variable->getType()))
    return Load(region, unit_.ast().getPointerType(array->getElementType()));
  return region;
}

Operand Body::Address(const Expr* expr) {
  expr = Bare(expr);
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(expr)) {
    if (const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl()))
      return VariableAddress(variable);
    if (const auto* function = dyn_cast<clang::FunctionDecl>(reference->getDecl()))
      return TakenAddress(function);
    if (const auto* binding = dyn_cast<clang::BindingDecl>(reference->getDecl()))
      return BindingAddress(binding);
  }
  if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(expr))
    return Materialised(temporary);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->getOpcode() == clang::UO_Deref)
      return Value(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Extension)
      return Address(unary->getSubExpr());
    if (const QualType number = unary->getSubExpr()->getType();
        number->isAnyComplexType() && (unary->getOpcode() == clang::UO_Real || unary->getOpcode() == clang::UO_Imag))
      return VectorElementAddress(RecordAddress(unary->getSubExpr()),
                                  Operand::Int(unary->getOpcode() == clang::UO_Imag ? 1 : 0), number);
  }
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(expr))
    return ElementAddress(element);
  if (const auto* section = dyn_cast<clang::ArraySectionExpr>(expr))
    return SectionAddress(section);
  if (const auto* member = dyn_cast<clang::MemberExpr>(expr)) {
    if (const auto* variable = dyn_cast<clang::VarDecl>(member->getMemberDecl()))
      return VariableAddress(variable);
    if (const auto* method = dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()); method && method->isStatic())
      return TakenAddress(method);
    const Operand record = member->isArrow() ? Value(member->getBase()) : Address(member->getBase());
    if (const auto* field = dyn_cast<clang::FieldDecl>(member->getMemberDecl())) {
      const Operand place = FieldAddress(record, field);
      return field->getType()->isReferenceType() ? Load(place, field->getType()) : place;
    }
  }
  if (const auto* text = dyn_cast<clang::StringLiteral>(expr))
    return Operand::String(unit_.StringOf(text->getBytes()));
  if (const auto* name = dyn_cast<clang::PredefinedExpr>(expr))
    return Operand::String(unit_.StringOf(name->getFunctionName()->getBytes()));
  if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(expr))
    return CompoundLiteral(literal);
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(expr))
    return Address(choice->getChosenSubExpr());
  if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(expr))
    return Address(generic->getResultExpr());
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr); cast && expr->isGLValue()) {
    const Operand inner = Address(cast->getSubExpr());
    if (cast->getCastKind() == clang::CK_DerivedToBase || cast->getCastKind() == clang::CK_UncheckedDerivedToBase)
      return Upcast(inner, cast);
    if (cast->getCastKind() == clang::CK_BaseToDerived)
      return Downcast(inner, cast);
    return cast->getCastKind() == clang::CK_Dynamic ? DynamicCast(inner, cast) : inner;
  }
  if (const auto result = ResultAddress(expr))
    return *result;
  if (const auto* braced = dyn_cast<clang::InitListExpr>(expr);
      braced && expr->isGLValue() && braced->getNumInits() == 1)
    return Address(braced->getInit(0));  // what a reference is bound to
  if (IsInMemory(expr->getType()) && expr->isPRValue())
    return RecordAddress(expr);
  const QualType pointer = unit_.ast().getPointerType(expr->getType());
  std::vector<Operand> args;
  for (const clang::Stmt* child : expr->children())
    if (const auto* operand = llvm::dyn_cast_or_null<Expr>(child))
      args.push_back(operand->isGLValue() ? Address(operand) : Value(operand));
  return Opaque(expr, std::string("the place ") + expr->getStmtClassName(), std::move(args), pointer);
}

// Of expressions that give a place in C++ alone.
std::optional<Operand> Body::ResultAddress(const Expr* expr) {
  if (!expr->isGLValue())
    return std::nullopt;
  Operand place;
  if (const auto* call = dyn_cast<clang::CallExpr>(expr))
    return Call(call, true);
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(expr)) {
    CompoundAssign(compound, &place);
    return place;
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expr); binary && binary->isCommaOp()) {
    Discard(binary->getLHS());
    return Address(binary->getRHS());
  } else if (binary && binary->isAssignmentOp()) {
    Assign(binary, &place);
    return place;
  } else if (binary && binary->isPtrMemOp()) {
    return MemberPlace(binary);
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expr); unary && unary->isIncrementDecrementOp()) {
    Step(unary, &place);
    return place;
  }
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expr))
    return ConditionalAddress(choice);
  if (const auto* bound = dyn_cast<clang::OpaqueValueExpr>(expr)) {
    const auto known = bound_values_.find(bound);
    return known != bound_values_.end() ? known->second : Address(bound->getSourceExpr());
  }
  if (const auto* type = dyn_cast<clang::CXXTypeidExpr>(expr))
    return TypeInformation(type);
  return std::nullopt;
}

// c ? a : b as a place.
Operand Body::ConditionalAddress(const clang::AbstractConditionalOperator* expr) {
  const Operand condition = Value(expr->getCond());
  const QualType type = unit_.ast().getPointerType(expr->getType());
  const Operand result = Operand::Region(Temporary(type));
  const auto choose = [&](const Expr* side) {
    if (llvm::isa<clang::CXXThrowExpr>(Bare(side)))
      Discard(side);
    else
      Store(result, Address(side), type);
  };
  If(condition, [&] { choose(expr->getTrueExpr()); }, [&] { choose(expr->getFalseExpr()); });
  return Load(result, type);
}

// a[i]: the bound is that of the array, where `a` is one.
Operand Body::ElementAddress(const clang::ArraySubscriptExpr* expr) {
  const clang::SourceLocation outer = std::exchange(place_, expr->getBeginLoc());
  const Expr* base = expr->getBase();
  std::optional<std::uint64_t> bound;
  if (const auto* cast = dyn_cast<clang::ImplicitCastExpr>(base->IgnoreParens());
      cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay)
    if (const auto* array = unit_.ast().getAsConstantArrayType(cast->getSubExpr()->getType()))
      bound = array->getZExtSize();
  Operand address;
  if (IsVector(base->getType())) {
    const Operand vector = RecordAddress(base);
    address = VectorElementAddress(vector, Value(expr->getIdx()), base->getType());
  } else {
    const Operand pointer = Value(base);
    address = IndexAddress(pointer, Value(expr->getIdx()), expr->getType(), bound);
  }
  place_ = outer;
  return address;
}

// `w[first:n]` of OpenMP's clauses: where it begins.
Operand Body::SectionAddress(const clang::ArraySectionExpr* expr) {
  const QualType type = expr->getBase()->getType();
  const auto* array = unit_.ast().getAsArrayType(type.getNonReferenceType());
  const Operand start = array ? Address(expr->getBase()) : Value(expr->getBase());
  const QualType element = array ? array->getElementType() : type->getPointeeType();
  const clang::Expr* lower = expr->getLowerBound();
  return lower && !element.isNull() ? IndexAddress(start, Value(lower), element, std::nullopt) : start;
}

// The address of an array's first element is that of the array.
Operand Body::Decay(const Expr* array) {
  return array->isGLValue() || llvm::isa<clang::MemberExpr>(Bare(array)) ? Address(array) : Unmodelled(array);
}

Operand Body::CompoundLiteral(const clang::CompoundLiteralExpr* expr) {
  rir::RegionId region = rir::kNone;
  if (expr->isFileScope()) {
    region = AddLocal("literal." + std::to_string(temporaries_++), expr->getType(), expr->getBeginLoc(),
                      rir::RegionKind::FileStatic);
    unit_.module().regions[region].function = rir::kNone;
    unit_.module().regions[region].has_initializer = true;
  } else {
    region = Temporary(expr->getType());
  }
  Initialise(Operand::Region(region), expr->getType(), expr->getInitializer(), expr->isFileScope());
  return Operand::Region(region);
}

namespace {

// Of the same bits, read where they lie.
bool IsRead(const clang::CastExpr* cast) {
  return cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_LValueToRValueBitCast;
}

bool IsSame(const clang::CastExpr* cast) {
  return cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_AtomicToNonAtomic ||
         (cast->getCastKind() == clang::CK_BitCast && IsVector(cast->getSubExpr()->getType()));
}

// Whether the value lies where a part of the expression does.
bool LiesSomewhere(const Expr* expr) {
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr))
    return IsRead(cast) || IsSame(cast);
  const auto* binary = dyn_cast<clang::BinaryOperator>(expr);
  return expr->isGLValue() || (binary && (binary->isCommaOp() || binary->getOpcode() == clang::BO_Assign));
}

}  // namespace

// Where a record value lies. A value that lies nowhere yet gets a temporary.
Operand Body::RecordAddress(const Expr* expr) {
  expr = Bare(expr);
  if (expr->isGLValue())
    return Address(expr);
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr); cast && IsRead(cast))
    return Address(cast->getSubExpr());
  if (const auto* cast = dyn_cast<clang::CastExpr>(expr); cast && IsSame(cast))
    return RecordAddress(cast->getSubExpr());
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->isCommaOp()) {
      Discard(binary->getLHS());
      return RecordAddress(binary->getRHS());
    }
    if (binary->getOpcode() == clang::BO_Assign) {
      const Operand target = Address(binary->getLHS());
      StoreRecord(target, binary->getRHS());
      return target;
    }
  }
  const Operand target = Operand::Region(Temporary(expr->getType()));
  StoreRecord(target, expr);
  if (llvm::isa<clang::CXXBindTemporaryExpr>(expr))
    PushTemporary(target, expr->getType(), false);
  return target;
}

// a <=> b of numbers: the library's object holds which of them is less.
void Body::CompareThreeWays(Operand target, const clang::BinaryOperator* binary) {
  const clang::FieldDecl* order = *binary->getType()->getAsCXXRecordDecl()->field_begin();
  const std::vector<Operand> inputs = {Value(binary->getLHS()), Value(binary->getRHS())};
  Store(FieldAddress(target, order), Math("three-way comparison", inputs, unit_.TypeOf(order->getType())),
        order->getType());
}

void Body::StoreRecord(Operand target, const Expr* expr) {
  const QualType type = expr->getType();
  const Expr* inner = Bare(expr);
  if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(inner); temporary && expr->isPRValue())
    inner = Bare(temporary->getSubExpr());
  if (const auto* call = dyn_cast<clang::CallExpr>(inner); call && !call->isGLValue()) {
    Call(call, true, target);
  } else if (const auto* bound = dyn_cast<clang::CXXBindTemporaryExpr>(inner)) {
    StoreRecord(target, bound->getSubExpr());
  } else if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(inner)) {
    Construct(target, type, construct);
  } else if (const auto* inherited = dyn_cast<clang::CXXInheritedCtorInitExpr>(inner)) {
    ConstructInherited(target, inherited);
  } else if (const auto* lambda = dyn_cast<clang::LambdaExpr>(inner)) {
    MakeClosure(target, lambda);
  } else if (const auto* initialisers = dyn_cast<clang::CXXStdInitializerListExpr>(inner)) {
    InitialiserList(target, initialisers);
  } else if (llvm::isa<clang::CXXThrowExpr>(inner)) {
    Discard(inner);
  } else if (const auto* cast = dyn_cast<clang::CastExpr>(inner);
             cast && !cast->isGLValue() && cast->getSubExpr()->isPRValue() &&
             (cast->getCastKind() == clang::CK_ConstructorConversion ||
              cast->getCastKind() == clang::CK_UserDefinedConversion || cast->getCastKind() == clang::CK_NoOp)) {
    StoreRecord(target, cast->getSubExpr());
  } else if (llvm::isa<clang::InitListExpr, clang::CXXParenListInitExpr, clang::ImplicitValueInitExpr,
                       clang::CXXScalarValueInitExpr>(inner)) {
    Initialise(target, type, inner, false);
  } else if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(inner); literal && literal->isPRValue()) {
    Initialise(target, type, literal->getInitializer(), false);  // C++ has them as values, C as places
  } else if (IsVector(type) && StoreVector(target, inner)) {
    return;
  } else if (const auto* choice = dyn_cast<clang::ConditionalOperator>(inner)) {
    If(
        Value(choice->getCond()), [&] { StoreRecord(target, choice->getTrueExpr()); },
        [&] { StoreRecord(target, choice->getFalseExpr()); });
  } else if (const auto* statements = dyn_cast<clang::StmtExpr>(inner)) {
    CopyRecord(target, StatementExpr(statements), type);
  } else if (const auto* argument = dyn_cast<clang::VAArgExpr>(inner)) {
    CopyRecord(target, NextArgument(argument), type);
  } else if (const auto* binary = dyn_cast<clang::BinaryOperator>(inner);
             binary && binary->getOpcode() == clang::BO_Cmp) {
    CompareThreeWays(target, binary);
  } else if (LiesSomewhere(inner)) {
    CopyRecord(target, RecordAddress(inner), type);
  } else {
    Opaque(expr, std::string("the value ") + expr->getStmtClassName(), {target}, {});
  }
}

}  // namespace detrain::lift
