// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/RecordLayout.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Operand;

namespace {

// Above this many numbers an initialiser is data, not code.
constexpr std::uint64_t kLargestList = 64;

bool IsPlainData(const Expr* init, const clang::ASTContext& ast) {
  if (const auto* list = dyn_cast<clang::InitListExpr>(Bare(init)))
    return std::ranges::all_of(list->inits(), [&](const Expr* inner) { return IsPlainData(inner, ast); });
  return !init->getType()->isPointerType() && init->isConstantInitializer(const_cast<clang::ASTContext&>(ast), false);
}

std::uint64_t CountScalars(const Expr* init) {
  const auto* list = dyn_cast<clang::InitListExpr>(Bare(init));
  if (!list)
    return 1;
  std::uint64_t count = 0;
  for (const Expr* inner : list->inits())
    count += CountScalars(inner);
  return count;
}

bool IsZero(const Operand& value) {
  return value.kind == rir::OperandKind::Null || (value.kind == rir::OperandKind::Int && value.integer == 0) ||
         (value.kind == rir::OperandKind::Float && value.number == 0 && !std::signbit(value.number));
}

// The string literal that initialises an array of characters; null: it is something else.
const clang::StringLiteral* TextOf(const Expr* init) {
  init = Bare(init);
  if (const auto* list = dyn_cast<clang::InitListExpr>(init); list && list->isStringLiteralInit())
    init = Bare(list->getInit(0));
  if (const auto* name = dyn_cast<clang::PredefinedExpr>(init))
    return name->getFunctionName();
  return dyn_cast<clang::StringLiteral>(init);
}

// Whether every byte that matters is named, so that zeroing first is not needed.
bool IsComplete(const clang::InitListExpr* list) {
  const QualType type = list->getType();
  if (type->isRecordType())
    return !type->isUnionType() && std::ranges::none_of(list->inits(), [](const Expr* init) {
      return llvm::isa<clang::ImplicitValueInitExpr>(init);
    });
  return !list->hasArrayFiller();
}

}  // namespace

// What of an object is its own: not the byte of an empty class, nor the padding at its end, where the members of a
// class derived from it may lie.
Operand Body::OwnSize(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || record->isUnion())
    return ByteSize(type);
  const auto size = record->isEmpty() ? clang::CharUnits() : unit_.ast().getASTRecordLayout(record).getDataSize();
  return Operand::Int(size.getQuantity());
}

void Body::Zero(Operand target, QualType type) {
  if (const Operand size = OwnSize(type); size != Operand::Int(0))
    Emit(rir::FillOp{target, Operand::Int(0), size, ""});
}

void Body::CopyRecord(Operand target, Operand source, QualType type) {
  if (const Operand size = OwnSize(type); size != Operand::Int(0))
    Emit(rir::CopyOp{target, source, size, ""});
}

void Body::Initialise(Operand target, QualType type, const Expr* init, bool is_zeroed) {
  const clang::SourceLocation outer = std::exchange(place_, init->getBeginLoc());
  if (type->isReferenceType()) {
    Store(target, Address(init), type);
    place_ = outer;
    return;
  }
  const auto* list = dyn_cast<clang::InitListExpr>(Bare(init));
  if (list && list->isSyntacticForm() && list->getSemanticForm())
    list = list->getSemanticForm();
  const bool is_aggregate = type->isArrayType() || type->isRecordType();
  if (const clang::StringLiteral* text = type->isArrayType() ? TextOf(init) : nullptr) {
    InitialiseText(target, type, text, is_zeroed);
  } else if (const auto* copy = dyn_cast<clang::ArrayInitLoopExpr>(Bare(init))) {
    ArrayCopy(target, copy);
  } else if (const auto* construct = dyn_cast<clang::CXXConstructExpr>(Bare(init)); construct && type->isArrayType()) {
    Construct(target, type, construct);
  } else if (const auto* values = dyn_cast<clang::CXXParenListInitExpr>(Bare(init)); values && type->isRecordType()) {
    InitialiseMembers(target, type->getAsCXXRecordDecl()->getDefinition(), values->getInitExprs(), is_zeroed);
  } else if (llvm::isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(Bare(init)) &&
             (is_aggregate || IsVector(type))) {
    if (!is_zeroed)
      Zero(target, type);
  } else if (list && type->isRecordType() && unit_.IsHandle(type)) {
    if (!is_zeroed)
      Zero(target, type);
  } else if (list && is_aggregate && CountScalars(list) > kLargestList && IsPlainData(list, unit_.ast())) {
    InitialiseFromTable(target, type, list);
  } else if (list && is_aggregate) {
    InitialiseList(target, type, list, is_zeroed);
  } else if (list && IsVector(type)) {
    InitialiseVector(target, type, list);
  } else if (IsInMemory(type)) {
    StoreRecord(target, init);
  } else if (is_aggregate) {
    if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(init->IgnoreParenImpCasts()))
      Initialise(target, type, literal->getInitializer(), is_zeroed);
    else
      Opaque(init, std::string("the initialiser ") + init->getStmtClassName(), {target}, {});
  } else {
    const Operand value = Value(init);
    if (!is_zeroed || !IsZero(value))
      Store(target, value, type);
  }
  place_ = outer;
}

void Body::InitialiseList(Operand target, QualType type, const clang::InitListExpr* list, bool is_zeroed) {
  if (!is_zeroed && !IsComplete(list)) {
    Zero(target, type);
    is_zeroed = true;
  }
  if (const auto* array = unit_.ast().getAsConstantArrayType(type)) {
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      if (!is_zeroed || !llvm::isa<clang::ImplicitValueInitExpr>(list->getInit(i)))
        Initialise(IndexAddress(target, Operand::Int(i), array->getElementType(), array->getZExtSize()),
                   array->getElementType(), list->getInit(i), is_zeroed);
    return;
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record->isUnion()) {
    if (const clang::FieldDecl* field = list->getInitializedFieldInUnion(); field && list->getNumInits() > 0)
      Initialise(FieldAddress(target, field), field->getType(), list->getInit(0), is_zeroed);
    return;
  }
  InitialiseMembers(target, record->getDefinition(), list->inits(), is_zeroed);
}

// The values are those of the bases, then of the members.
void Body::InitialiseMembers(Operand target, const clang::RecordDecl* record, llvm::ArrayRef<Expr*> values,
                             bool is_zeroed) {
  std::size_t i = 0;
  const bool has_bits = std::ranges::any_of(record->fields(), [](const auto* field) { return field->isBitField(); });
  if (has_bits && !std::exchange(is_zeroed, true))  // a bit-field is set by reading what is around it
    Zero(target, unit_.ast().getCanonicalTagType(record));
  if (const auto* cxx = dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier& base : cxx->bases())
      if (i < values.size())
        Initialise(BaseAddress(target, cxx, base.getType()->getAsCXXRecordDecl()), base.getType(), values[i++],
                   is_zeroed);
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField() || i >= values.size())
      continue;
    const Expr* init = values[i++];
    if (!is_zeroed || !llvm::isa<clang::ImplicitValueInitExpr>(init))
      Initialise(FieldAddress(target, field), field->getType(), init, is_zeroed);
  }
}

void Body::InitialiseText(Operand target, QualType type, const clang::StringLiteral* text, bool is_zeroed) {
  const std::uint64_t width = text->getCharByteWidth();
  const std::uint64_t size = unit_.SizeOf(type);
  const std::uint64_t bytes = std::min(size, text->getByteLength() + width);
  if (size > bytes && !is_zeroed)
    Zero(target, type);
  if (text->getByteLength() > 0 || !is_zeroed)
    Emit(rir::CopyOp{target, Operand::String(unit_.StringOf(text->getBytes())),
                     Operand::Int(static_cast<std::int64_t>(bytes)), ""});
}

// A local's table is copied from constant memory; a static's is its initial content, which has_initializer says.
void Body::InitialiseFromTable(Operand target, QualType type, const Expr* init) {
  if (!function_ && target.kind == rir::OperandKind::Region) {
    unit_.module().regions[target.id].has_initializer = true;
    return;
  }
  const rir::RegionId table =
      AddLocal("table." + std::to_string(temporaries_++), type, init->getBeginLoc(), rir::RegionKind::FileStatic);
  unit_.module().regions[table].function = rir::kNone;
  unit_.module().regions[table].is_const = true;
  unit_.module().regions[table].has_initializer = true;
  Emit(rir::CopyOp{target, Operand::Region(table), ByteSize(type), ""});
}

bool Body::InitialiseStatic(rir::RegionId region, const clang::VarDecl* variable) {
  const std::size_t before = fn_.blocks[0].ops.size();
  Initialise(Operand::Region(region), variable->getType(), variable->getInit(), true);
  return unit_.module().regions[region].has_initializer || fn_.blocks[0].ops.size() > before;
}

}  // namespace detrain::lift
