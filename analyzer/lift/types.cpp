// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>

#include "analyzer/lift/bit_fields.h"
#include "analyzer/lift/cuda_facts.h"
#include "analyzer/lift/unit.h"

namespace detrain::lift {

using clang::QualType;
using rir::TypeId;
using rir::TypeKind;

namespace {

std::string ScalarName(const clang::ASTContext& ast, QualType type) {
  const std::string bits = std::to_string(ast.getTypeSize(type));
  if (type->isBooleanType())
    return "bool";
  if (type->isBFloat16Type())
    return "bf16";
  if (type->isRealFloatingType())
    return &ast.getFloatTypeSemantics(type) == &llvm::APFloat::x87DoubleExtended() ? "f80" : "f" + bits;
  return (type->isSignedIntegerOrEnumerationType() ? "i" : "u") + bits;
}

// A bit-field without a name is padding: nobody can have set it.
bool IsMember(const clang::FieldDecl* field) {
  return !field->isUnnamedBitField();
}

using IsHandle = llvm::function_ref<bool(const clang::RecordDecl*)>;

bool HoldsNothing(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->isEmpty();
}

// The member of a union that is the room of one object, which is there or not, as in std::optional: of the others none
// can hold anything.
const clang::FieldDecl* SoleMember(const clang::RecordDecl* record) {
  const clang::FieldDecl* sole = nullptr;
  for (const clang::FieldDecl* field : record->fields())
    if (!HoldsNothing(field->getType())) {
      if (sole)
        return nullptr;
      sole = field;
    }
  return sole;
}

// Whether one flag tells of all scalars of a value if they are there: it has no such room itself, no handle of the
// library, and no objects in an array.
bool IsToldByOneFlag(QualType type, IsHandle is_handle) {
  if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe())
    return !array->getElementType()->isRecordType() && IsToldByOneFlag(array->getElementType(), is_handle);
  const auto* record = type->getAsCXXRecordDecl();
  if (!record)
    return !type->isRecordType();
  if (!record->hasDefinition() || is_handle(record) || (record->isUnion() && SoleMember(record)))
    return false;
  const auto is_told = [&](QualType part) { return IsToldByOneFlag(part, is_handle); };
  return llvm::all_of(record->fields(), [&](const clang::FieldDecl* field) { return is_told(field->getType()); }) &&
         llvm::all_of(record->bases(), [&](const clang::CXXBaseSpecifier& base) { return is_told(base.getType()); });
}

}  // namespace

std::uint64_t Unit::SizeOf(QualType type) const {
  if (type->isVoidType() || type->isFunctionType())
    return 1;  // GNU C: arithmetic on void pointers counts bytes
  if (type->isIncompleteType() || type->isVariableArrayType())
    return 0;
  return static_cast<std::uint64_t>(ast_.getTypeSizeInChars(type).getQuantity());
}

TypeId Unit::AddType(rir::Type type) {
  for (TypeId id = 0; id < module_.types.size(); ++id)
    if (type.kind != TypeKind::Record && module_.types[id] == type)
      return id;
  module_.types.push_back(std::move(type));
  return static_cast<TypeId>(module_.types.size() - 1);
}

TypeId Unit::ElementOf(QualType type) {
  while (const clang::ArrayType* array = ast_.getAsArrayType(type))
    type = array->getElementType();
  return TypeOf(type);
}

TypeId Unit::TypeOf(QualType type) {
  const clang::Type* key = ast_.getCanonicalType(type).getTypePtr();
  const auto found = types_.find(key);
  if (found != types_.end())
    return found->second;
  const TypeId id = MakeType(QualType(key, 0));
  types_[key] = id;
  return id;
}

rir::Type Unit::Scalar(QualType type) const {
  rir::Type made;
  made.kind = type->isRealFloatingType() ? TypeKind::Float : TypeKind::Int;
  made.size = SizeOf(type);
  made.align = static_cast<std::uint32_t>(ast_.getTypeAlignInChars(type).getQuantity());
  made.is_signed = type->isSignedIntegerOrEnumerationType();
  made.name = ScalarName(ast_, type);
  return made;
}

TypeId Unit::MakeType(QualType type) {
  rir::Type made;
  if (const auto* enumeration = type->getAs<clang::EnumType>())
    return TypeOf(enumeration->getDecl()->getIntegerType().isNull() ? ast_.IntTy
                                                                    : enumeration->getDecl()->getIntegerType());
  if (const auto* record = type->getAsRecordDecl())
    return MakeRecord(record);
  if (const auto* atomic = type->getAs<clang::AtomicType>())
    return TypeOf(atomic->getValueType());
  if (type->isIntegerType() || type->isRealFloatingType())
    return AddType(Scalar(type));
  if (type->isPointerType() || type->isBlockPointerType() || type->isReferenceType()) {
    made.kind = TypeKind::Pointer;
    made.size = made.align = 8;
    const QualType pointee = type->getPointeeType();
    made.element = pointee->isVoidType() ? rir::kNone : TypeOf(pointee);
    return AddType(made);
  }
  if (type->isMemberDataPointerType())
    return AddType(Scalar(ast_.getPointerDiffType()));
  if (type->isMemberFunctionPointerType()) {  // the function, and by how much the object's address is moved
    made.kind = TypeKind::Pointer;
    made.size = 16;
    made.align = 8;
    made.element = TypeOf(type->castAs<clang::MemberPointerType>()->getPointeeType());
    return AddType(made);
  }
  if (const auto* array = ast_.getAsArrayType(type)) {
    made.kind = TypeKind::Array;
    made.element = TypeOf(array->getElementType());
    made.size = SizeOf(type);
    made.align = module_.types[made.element].align;
    if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array))
      made.count = constant->getZExtSize();
    return AddType(made);
  }
  if (IsVector(type))
    return MakeVector(type);
  if (type->isNullPtrType())
    return TypeOf(ast_.VoidPtrTy);
  if (type->isFunctionType())
    made.kind = TypeKind::Function;
  else if (!type->isVoidType())
    return HandleType(type.getAsString());
  return AddType(made);
}

// A record with one member, which has no name: so its elements are called as the variable's own.
TypeId Unit::MakeVector(QualType type) {
  const QualType element = VectorElement(type);
  const std::uint64_t count = SizeOf(type) / SizeOf(element);
  const std::string name = module_.types[TypeOf(element)].name + "x" + std::to_string(count);
  rir::Type elements;
  elements.kind = TypeKind::Array;
  elements.size = SizeOf(type);
  elements.align = module_.types[TypeOf(element)].align;
  elements.element = TypeOf(element);
  elements.count = count;
  rir::Type made;
  made.kind = TypeKind::Record;
  made.size = SizeOf(type);
  made.align = static_cast<std::uint32_t>(ast_.getTypeAlignInChars(type).getQuantity());
  made.name = (type->isAnyComplexType() ? "complex " : "vector ") + name;
  made.fields.push_back({"", 0, AddType(elements), 0, 0});
  return AddType(made);
}

std::string_view Unit::HandleNameOf(const clang::RecordDecl* record) const {
  if (const std::string_view name = catalog_.HandleName(record->getName()); !name.empty())
    return name;
  const clang::TypedefNameDecl* alias = record->getTypedefNameForAnonDecl();
  return alias ? catalog_.HandleName(alias->getName()) : std::string_view();
}

TypeId Unit::HandleType(std::string_view name) {
  const auto found = handles_.find(name);
  if (found != handles_.end())
    return found->second;
  rir::Type handle;
  handle.kind = TypeKind::Handle;
  handle.name = name;
  return handles_[std::string(name)] = AddType(handle);
}

std::string Unit::RecordName(const clang::RecordDecl* record) {
  const clang::TypedefNameDecl* alias = record->getTypedefNameForAnonDecl();
  if (IsCxx() && llvm::cast<clang::CXXRecordDecl>(record)->isLambda()) {
    const rir::Location place = At(record->getLocation());
    return "closure of " + FileOf(record->getLocation()) + ":" + std::to_string(place.line) + ":" +
           std::to_string(place.column);
  }
  if (IsCxx() && !alias && !record->getName().empty())
    return QualType(ast_.getCanonicalTagType(record)).getAsString(ast_.getPrintingPolicy());
  const std::string name = alias ? alias->getNameAsString() : record->getNameAsString();
  return name.empty() ? AnonymousName(record) : name;
}

// The same in every unit that sees the record, as only types of one name are one type when units are linked.
std::string Unit::AnonymousName(const clang::RecordDecl* record) {
  const auto* outer = llvm::dyn_cast<clang::RecordDecl>(record->getDeclContext());
  if (!outer) {
    const rir::Location place = At(record->getLocation());
    return "anonymous at " + FileOf(record->getLocation()) + ":" + std::to_string(place.line) + ":" +
           std::to_string(place.column);
  }
  int number = 0;
  for (const clang::Decl* other : outer->decls()) {
    if (other == record)
      break;
    number += llvm::isa<clang::RecordDecl>(other) ? 1 : 0;
  }
  return RecordName(outer) + "::anonymous." + std::to_string(number);
}

// Bases without members take no room, and have no member. The members of the others are called as the object's own.
void Unit::AddBases(const clang::CXXRecordDecl* record, const clang::ASTRecordLayout& layout, rir::Type& made) {
  if (layout.hasOwnVFPtr())
    made.fields.push_back({"$vptr", 0, TypeOf(ast_.getPointerType(SlotType())), 0, 0});
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    const auto* of = base.getType()->getAsCXXRecordDecl();
    if (of && !base.isVirtual() && !of->isEmpty())
      made.fields.push_back(
          {"", static_cast<std::uint64_t>(layout.getBaseClassOffset(of).getQuantity()), TypeOf(base.getType()), 0, 0});
  }
}

std::optional<std::uint32_t> Unit::MemberOf(const clang::CXXRecordDecl* record, const clang::CXXRecordDecl* base) {
  std::uint32_t member = ast_.getASTRecordLayout(record).hasOwnVFPtr() ? 1 : 0;
  for (const clang::CXXBaseSpecifier& other : record->bases()) {
    const auto* of = other.getType()->getAsCXXRecordDecl();
    if (!of || other.isVirtual() || of->isEmpty())
      continue;
    if (of->getCanonicalDecl() == base->getCanonicalDecl())
      return member;
    ++member;
  }
  return std::nullopt;
}

std::uint32_t Unit::MemberOf(const clang::FieldDecl* field) {
  const rir::Type& record = module_.types[TypeOf(ast_.getCanonicalTagType(field->getParent()))];
  const auto from_here = llvm::count_if(field->getParent()->fields(), [&](const clang::FieldDecl* other) {
    return IsMember(other) && other->getFieldIndex() >= field->getFieldIndex();
  });
  return static_cast<std::uint32_t>(record.fields.size()) - static_cast<std::uint32_t>(from_here);
}

// As the user would call it, who does not see into the library's classes.
std::string Unit::MemberName(const clang::FieldDecl* field) const {
  const std::string name = field->getNameAsString();
  if (!IsStd(field) && !LibraryAround(field) && !(IsCxx() && IsEigens(field)) &&
      !IsOfOwnText(field, ast_.getSourceManager()))
    return name;
  const auto known = catalog_.MemberName(field->getParent()->getName(), name);
  return known ? std::string(*known) : name;
}

// The library keeps elements in arrays of bytes, whose class says what is in them.
QualType Unit::ContentType(const clang::FieldDecl* field) {
  const auto* buffer = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(field->getParent());
  const bool is_buffer = buffer && buffer->getIdentifier() && field->getName() == "_M_storage" &&
                         (buffer->getName() == "__aligned_membuf" || buffer->getName() == "__aligned_buffer");
  return is_buffer ? buffer->getTemplateArgs()[0].getAsType() : field->getType();
}

// An object of a library that nobody looks into; objects of several classes may be called the same.
TypeId Unit::OpaqueType(const clang::CXXRecordDecl* record) {
  rir::Type made;
  made.kind = TypeKind::Handle;
  made.name = ObjectName(record);
  if (const clang::CXXRecordDecl* definition = record->getDefinition()) {
    made.size = SizeOf(ast_.getCanonicalTagType(record));
    made.align = static_cast<std::uint32_t>(ast_.getASTRecordLayout(definition).getAlignment().getQuantity());
  }
  return AddType(std::move(made));
}

TypeId Unit::MakeRecord(const clang::RecordDecl* record) {
  if (const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record); cxx && OpaqueLibraryOf(cxx))
    return OpaqueType(cxx);
  const std::string name = RecordName(record);
  const std::string_view handle = HandleNameOf(record);
  const clang::RecordDecl* definition = record->getDefinition();
  if (!handle.empty() || !definition) {
    const TypeId id = HandleType(handle.empty() ? std::string_view(name) : handle);
    if (definition) {
      module_.types[id].size = SizeOf(ast_.getCanonicalTagType(record));
      module_.types[id].align =
          static_cast<std::uint32_t>(ast_.getASTRecordLayout(definition).getAlignment().getQuantity());
    }
    return id;
  }
  // Numbered before its members, because a member may point back to it.
  const TypeId id = static_cast<TypeId>(module_.types.size());
  module_.types.emplace_back();
  types_[ast_.getCanonicalTagType(record).getTypePtr()] = id;
  const clang::ASTRecordLayout& layout = ast_.getASTRecordLayout(definition);
  rir::Type made;
  made.kind = TypeKind::Record;
  made.name = name;
  made.size = static_cast<std::uint64_t>(layout.getSize().getQuantity());
  made.align = static_cast<std::uint32_t>(layout.getAlignment().getQuantity());
  const clang::FieldDecl* sole = record->isUnion() && IsStd(record) ? SoleMember(record) : nullptr;
  const auto is_handle = [&](const clang::RecordDecl* r) { return !HandleNameOf(r).empty(); };
  made.is_union = record->isUnion() && !(sole && IsToldByOneFlag(sole->getType(), is_handle));
  if (const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(definition))
    AddBases(cxx, layout, made);
  for (const clang::FieldDecl* field : definition->fields()) {
    if (!IsMember(field))
      continue;
    const std::uint64_t bits = layout.getFieldOffset(field->getFieldIndex());
    rir::Field member{MemberName(field), bits / 8, TypeOf(ContentType(field)), 0, 0};
    if (field->isBitField()) {
      const BitUnit unit = UnitOf(ast_, field);
      member.offset = unit.offset;
      member.bit_offset = unit.shift;
      member.bit_width = unit.width;
    }
    made.fields.push_back(member);
  }
  module_.types[id] = std::move(made);
  return id;
}

}  // namespace detrain::lift
