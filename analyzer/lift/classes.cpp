// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of classes: construction, destruction, bases. A method is a function whose first parameter is the object.
#include <clang/AST/CXXInheritance.h>
#include <clang/AST/RecordLayout.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::CXXRecordDecl;
using clang::Expr;
using clang::QualType;
using rir::Operand;

Operand Body::This() {
  if (this_capture_) {
    const Operand field = FieldAddress(Load(Operand::Region(this_), unit_.ast().VoidPtrTy), this_capture_);
    return this_capture_->getType()->isPointerType() ? Load(field, this_capture_->getType()) : field;
  }
  return Load(Operand::Region(this_), unit_.ast().VoidPtrTy);
}

Operand Body::BaseAddress(Operand object, const CXXRecordDecl* derived, const CXXRecordDecl* base) {
  const auto member = unit_.IsHandle(unit_.ast().getCanonicalTagType(derived))
                          ? std::nullopt
                          : unit_.MemberOf(derived->getDefinition(), base);
  if (!member)
    return object;  // a base without members
  rir::ComputeOp op;
  op.opcode = rir::Opcode::Field;
  op.args = {object};
  op.pointee = unit_.TypeOf(unit_.ast().getCanonicalTagType(derived));
  op.member = *member;
  return EmitValue(std::move(op), unit_.TypeOf(unit_.ast().getPointerType(unit_.ast().getCanonicalTagType(base))));
}

namespace {

const CXXRecordDecl* ClassOf(QualType type) {
  const CXXRecordDecl* record = type->isPointerType() ? type->getPointeeCXXRecordDecl() : type->getAsCXXRecordDecl();
  return record ? record->getDefinition() : nullptr;
}

}  // namespace

Operand Body::Upcast(Operand object, const clang::CastExpr* cast) {
  const CXXRecordDecl* at = ClassOf(cast->getSubExpr()->getType());
  for (const clang::CXXBaseSpecifier* step : cast->path()) {
    const CXXRecordDecl* base = ClassOf(step->getType());
    if (unit_.IsStream(step->getType()) && unit_.IsStream(unit_.ast().getCanonicalTagType(at)))
      return object;
    if (unit_.OpaqueLibraryOf(at))
      return object;
    if (step->isVirtual())
      return Opaque(cast, "a virtual base", {object}, unit_.ast().getPointerType(step->getType()));
    object = BaseAddress(object, at, base);
    at = base;
  }
  return object;
}

// The path runs from the derived class down to the base.
std::optional<std::int64_t> Body::OffsetAlong(const clang::CastExpr& cast, const CXXRecordDecl* derived) const {
  std::int64_t offset = 0;
  for (const clang::CXXBaseSpecifier* step : cast.path()) {
    if (step->isVirtual())
      return std::nullopt;
    const CXXRecordDecl* base = ClassOf(step->getType());
    offset += unit_.ast().getASTRecordLayout(derived).getBaseClassOffset(base).getQuantity();
    derived = base;
  }
  return offset;
}

// From a base to what it is a part of.
Operand Body::Downcast(Operand object, const clang::CastExpr* cast) {
  const auto offset = OffsetAlong(*cast, ClassOf(cast->getType()));
  if (!offset)
    return Opaque(cast, "a virtual base", {object}, unit_.ast().VoidPtrTy);
  if (*offset == 0)
    return object;
  const Operand whole = IndexAddress(object, Operand::Int(-*offset), unit_.ast().CharTy, std::nullopt);
  const bool may_be_null = cast->getType()->isPointerType();
  return may_be_null ? Compute(rir::Opcode::Select, {object, whole, Operand::Null()}, unit_.TypeOf(cast->getType()))
                     : whole;
}

namespace {

// How far `base` lies in `derived`; nullopt: it is none, or there are several, or it is a virtual one.
std::optional<std::int64_t> OffsetOf(const clang::ASTContext& ast, const CXXRecordDecl* base,
                                     const CXXRecordDecl* derived) {
  clang::CXXBasePaths paths(true, true, true);
  if (base == derived)
    return 0;
  if (base == nullptr || derived == nullptr || !derived->isDerivedFrom(base, paths) || paths.getDetectedVirtual() ||
      paths.isAmbiguous(ast.getCanonicalTagType(base)))
    return std::nullopt;
  std::int64_t offset = 0;
  for (const clang::CXXBasePathElement& step : paths.front())
    offset += ast.getASTRecordLayout(step.Class).getBaseClassOffset(ClassOf(step.Base->getType())).getQuantity();
  return offset;
}

}  // namespace

// Null, or what the base is a part of: which one is a matter of the table that it points to. A reference can be no
// null, and so something is thrown. Streams are taken for what they are said to be.
Operand Body::DynamicCast(Operand object, const clang::CastExpr* cast) {
  const QualType from = cast->getSubExpr()->getType();
  const bool is_pointer = cast->getType()->isPointerType();
  if (!is_pointer && unit_.IsStream(from) && unit_.IsStream(cast->getType()))
    return object;
  const auto offset = OffsetOf(unit_.ast(), ClassOf(from), ClassOf(cast->getType()));
  if (!offset)
    return Opaque(cast, "dynamic_cast to no class derived from the object's", {object}, unit_.ast().VoidPtrTy);
  const Operand table = Load(object, unit_.ast().getPointerType(unit_.SlotType()));
  const Operand is_one = Math("dynamic_cast", {table}, Int());
  const Operand whole =
      *offset == 0 ? object : IndexAddress(object, Operand::Int(-*offset), unit_.ast().CharTy, std::nullopt);
  if (is_pointer)
    return Compute(rir::Opcode::Select, {is_one, whole, Operand::Null()}, unit_.TypeOf(cast->getType()));
  If(Compute(rir::Opcode::LNot, {is_one}, Int()), [&] { Emit(rir::StopOp{Operand::Int(1), true, "throw"}); });
  return whole;
}

void Body::StoreVTables(const CXXRecordDecl* record) {
  if (!record->isDynamicClass() || unit_.IsLaidOutByLibrary(record))
    return;
  const Operand object = Load(Operand::Region(this_), unit_.ast().VoidPtrTy);
  const rir::RegionId table = unit_.VTableOf(record);
  const QualType slot = unit_.SlotType();
  for (const Unit::TablePointer& pointer : unit_.TablePointersOf(record)) {
    const Operand part = IndexAddress(Operand::Region(table), Operand::Int(static_cast<std::int64_t>(pointer.index)),
                                      slot, std::nullopt);
    const Operand place = pointer.offset == 0
                              ? object
                              : IndexAddress(object, Operand::Int(static_cast<std::int64_t>(pointer.offset)),
                                             unit_.ast().CharTy, std::nullopt);
    Store(place, part, unit_.ast().getPointerType(slot));
  }
}

// The callee of a virtual call: from the table that the object points to.
Operand Body::VirtualCallee(Operand object, std::uint64_t slot) {
  const QualType type = unit_.SlotType();
  const Operand table = Load(object, unit_.ast().getPointerType(type));
  return Load(IndexAddress(table, Operand::Int(static_cast<std::int64_t>(slot)), type, std::nullopt), type);
}

void Body::ConstructorInitialisers(const clang::CXXConstructorDecl* constructor) {
  const CXXRecordDecl* record = constructor->getParent();
  bool has_tables = false;
  const auto tables = [&] {
    if (!std::exchange(has_tables, true) && !constructor->isDelegatingConstructor())
      StoreVTables(record);
  };
  for (const clang::CXXCtorInitializer* initialiser : constructor->inits()) {
    const Expr* init = initialiser->getInit();
    place_ = init->getBeginLoc();
    InFullExpression([&] {
      if (initialiser->isDelegatingInitializer()) {
        Initialise(This(), unit_.ast().getCanonicalTagType(record), init, false);
      } else if (initialiser->isBaseInitializer()) {
        const CXXRecordDecl* base = ClassOf(QualType(initialiser->getBaseClass(), 0));
        if (initialiser->isBaseVirtual() && unit_.OpaqueLibraryOf(base))
          return;
        if (initialiser->isBaseVirtual())
          Opaque(init, "a virtual base", {This()}, {});
        else
          Initialise(BaseAddress(This(), record, base), QualType(initialiser->getBaseClass(), 0), init, false);
      } else {
        tables();
        Operand place = This();
        if (const clang::IndirectFieldDecl* path = initialiser->getIndirectMember())
          for (const clang::NamedDecl* step : path->chain())
            place = FieldAddress(place, llvm::cast<clang::FieldDecl>(step));
        else
          place = FieldAddress(place, initialiser->getMember());
        Initialise(place, initialiser->getAnyMember()->getType(), init, false);
      }
    });
  }
  tables();
}

void Body::ConstructArray(Operand target, const clang::ConstantArrayType* array, const clang::CXXConstructExpr* expr) {
  const QualType element = array->getElementType();
  CountedLoop(Operand::Int(static_cast<std::int64_t>(array->getZExtSize())), [&](Operand index) {
    Construct(IndexAddress(target, index, element, array->getZExtSize()), element, expr);
  });
}

void Body::Construct(Operand target, QualType type, const clang::CXXConstructExpr* expr) {
  const clang::CXXConstructorDecl* constructor = expr->getConstructor();
  if (const auto* array = unit_.ast().getAsConstantArrayType(type))
    return ConstructArray(target, array, expr);
  if (unit_.IsStream(type))
    return ConstructStream(target, expr);
  if (expr->isElidable() && expr->getNumArgs() > 0)
    if (const auto* temporary =
            llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expr->getArg(0)->IgnoreImplicitAsWritten()))
      return StoreRecord(target, temporary->getSubExpr());
  if (expr->requiresZeroInitialization())
    Zero(target, type);
  if (constructor->isTrivial()) {
    if (constructor->isCopyOrMoveConstructor())
      CopyRecord(target, Address(expr->getArg(0)), type);
    return;
  }
  if (const catalog::Row* row = unit_.RowFor(constructor); row && row->effects.empty()) {
    for (const Expr* argument : expr->arguments())
      Discard(argument);
    return;
  }
  rir::CallOp op{Operand::Function(unit_.FunctionOf(constructor)), {target}, {}};
  PassArguments(op, llvm::ArrayRef(expr->getArgs(), expr->getNumArgs()), constructor->getType());
  place_ = expr->getBeginLoc();
  Emit(std::move(op));
}

// An inherited constructor (`using Base::Base`) gets what the one that inherits it was given.
void Body::ConstructInherited(Operand target, const clang::CXXInheritedCtorInitExpr* expr) {
  rir::CallOp op{Operand::Function(unit_.FunctionOf(expr->getConstructor())), {target}, {}};
  for (const clang::ParmVarDecl* parameter : function_->parameters())
    op.args.push_back(Passed(parameter));
  Emit(std::move(op));
}

void Body::Destroy(Operand object, QualType type) {
  if (type.isDestructedType() != QualType::DK_cxx_destructor || unit_.IsStream(type))
    return;
  if (const auto* array = unit_.ast().getAsConstantArrayType(type)) {
    CountedLoop(Operand::Int(static_cast<std::int64_t>(array->getZExtSize())), [&](Operand index) {
      Destroy(IndexAddress(object, index, array->getElementType(), array->getZExtSize()), array->getElementType());
    });
    return;
  }
  const clang::CXXDestructorDecl* destructor = type->getAsCXXRecordDecl()->getDefinition()->getDestructor();
  Emit(rir::CallOp{Operand::Function(unit_.FunctionOf(destructor)), {object}, {}});
}

// After the body of a destructor come its members, last first, then its bases.
void Body::PushMemberDestructors(const clang::CXXDestructorDecl* destructor) {
  const CXXRecordDecl* record = destructor->getParent();
  StoreVTables(record);
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (!base.isVirtual() && base.getType().isDestructedType() == QualType::DK_cxx_destructor)
      cleanups_.push_back(
          {[this, record, base] { Destroy(BaseAddress(This(), record, ClassOf(base.getType())), base.getType()); },
           rir::kNone});
  if (record->isUnion())
    return;
  for (const clang::FieldDecl* field : record->fields())
    if (field->getType().isDestructedType() == QualType::DK_cxx_destructor)
      cleanups_.push_back({[this, field] { Destroy(FieldAddress(This(), field), field->getType()); }, rir::kNone});
}

}  // namespace detrain::lift
