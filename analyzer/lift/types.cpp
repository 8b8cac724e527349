// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/RecordLayout.h>

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
  if (const auto* array = ast_.getAsArrayType(type)) {
    made.kind = TypeKind::Array;
    made.element = TypeOf(array->getElementType());
    made.size = SizeOf(type);
    made.align = module_.types[made.element].align;
    if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array))
      made.count = constant->getZExtSize();
    return AddType(made);
  }
  if (const auto* complex = type->getAs<clang::ComplexType>()) {
    made = {TypeKind::Array, SizeOf(type), 1, false, false, "", TypeOf(complex->getElementType()), 2, {}};
    return AddType(made);
  }
  if (const auto* vector = type->getAs<clang::VectorType>()) {
    made = {TypeKind::Array,
            SizeOf(type),
            1,
            false,
            false,
            "",
            TypeOf(vector->getElementType()),
            vector->getNumElements(),
            {}};
    return AddType(made);
  }
  if (type->isFunctionType())
    made.kind = TypeKind::Function;
  else if (!type->isVoidType())
    return HandleType(type->isSpecificBuiltinType(clang::BuiltinType::NullPtr) ? "nullptr_t" : type.getAsString());
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

TypeId Unit::MakeRecord(const clang::RecordDecl* record) {
  const clang::TypedefNameDecl* alias = record->getTypedefNameForAnonDecl();
  std::string name = alias ? alias->getNameAsString() : record->getNameAsString();
  if (name.empty())
    name = "anonymous." + std::to_string(module_.types.size());
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
  made.is_union = record->isUnion();
  for (const clang::FieldDecl* field : definition->fields()) {
    const std::uint64_t bits = layout.getFieldOffset(field->getFieldIndex());
    rir::Field member{field->getNameAsString(), bits / 8, TypeOf(field->getType()), 0, 0};
    if (field->isBitField()) {
      const std::uint64_t unit = ast_.getTypeSize(field->getType());
      member.offset = bits / unit * unit / 8;
      member.bit_offset = static_cast<std::uint32_t>(bits % unit);
      member.bit_width = field->getBitWidthValue();
    }
    made.fields.push_back(member);
  }
  module_.types[id] = std::move(made);
  return id;
}

}  // namespace detrain::lift
