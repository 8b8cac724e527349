// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/address_keys.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace detrain::load {

using namespace clang;

namespace {

bool CanBeNamed(QualType type);

// Types and numbers, as in `Layer<float, 4>`.
bool CanBeNamed(const TemplateArgument& argument) {
  return argument.getKind() == TemplateArgument::Integral
             ? argument.getIntegralType()->isIntegerType() && !argument.getIntegralType()->isEnumeralType()
             : argument.getKind() == TemplateArgument::Type && CanBeNamed(argument.getAsType());
}

// A template can be declared by its parameters alone where these are types and numbers.
bool IsPlain(const NamedDecl* parameter) {
  if (parameter->isParameterPack())
    return false;
  const auto* number = dyn_cast<NonTypeTemplateParmDecl>(parameter);
  const auto* type = dyn_cast<TemplateTypeParmDecl>(parameter);
  return type != nullptr
             ? !type->hasTypeConstraint()
             : number != nullptr && number->getType()->isBuiltinType() && number->getType()->isIntegerType();
}

// Not a class of a library's header: the library uses the functor too, in code that is compiled already.
bool CanBeNamed(const CXXRecordDecl& record) {
  if (record.getIdentifier() == nullptr || record.isLambda() || record.isInStdNamespace() ||
      !record.getDeclContext()->getRedeclContext()->isFileContext() ||
      record.getASTContext().getSourceManager().isInSystemHeader(record.getLocation()))
    return false;
  const auto* one = dyn_cast<ClassTemplateSpecializationDecl>(&record);
  return one == nullptr || (!one->getSpecializedTemplate()->getTemplateParameters()->hasAssociatedConstraints() &&
                            std::ranges::all_of(*one->getSpecializedTemplate()->getTemplateParameters(), IsPlain) &&
                            std::ranges::all_of(one->getTemplateArgs().asArray(),
                                                [](const TemplateArgument& a) { return CanBeNamed(a); }));
}

// Of characters and void the library orders addresses for itself.
bool CanBeNamed(QualType type) {
  if (type.isVolatileQualified())
    return false;
  if (const CXXRecordDecl* record = type->getAsCXXRecordDecl())
    return CanBeNamed(*record);
  return type->isFloatingType() || (type->isIntegerType() && type->isBuiltinType() && !type->isAnyCharacterType());
}

}  // namespace

std::optional<AddressUse> AddressUseOf(const ClassTemplateSpecializationDecl& functor) {
  const bool is_less = functor.getName() == "less";
  const bool is_made = functor.getSpecializationKind() == TSK_ImplicitInstantiation;
  if (!functor.isInStdNamespace() || (!is_less && functor.getName() != "hash") || !is_made)
    return std::nullopt;
  // The library's own, which is written for all pointers.
  const auto* pattern = functor.getSpecializedTemplateOrPartial().dyn_cast<ClassTemplatePartialSpecializationDecl*>();
  if (pattern == nullptr || !functor.getASTContext().getSourceManager().isInSystemHeader(pattern->getLocation()))
    return std::nullopt;
  const TemplateArgument& key = functor.getTemplateArgs()[0];
  if (key.getKind() != TemplateArgument::Type || !key.getAsType()->isPointerType() ||
      !CanBeNamed(key.getAsType()->getPointeeType()))
    return std::nullopt;
  return is_less ? AddressUse::Order : AddressUse::Hash;
}

std::optional<AddressUse> AddressUseOf(const FunctionDecl& function) {
  const auto* method = dyn_cast<CXXMethodDecl>(&function);
  const auto* functor = method == nullptr || method->getOverloadedOperator() != OO_Call
                            ? nullptr
                            : dyn_cast<ClassTemplateSpecializationDecl>(method->getParent());
  return functor == nullptr ? std::nullopt : AddressUseOf(*functor);
}

QualType PointeeOf(const ClassTemplateSpecializationDecl& functor) {
  return functor.getTemplateArgs()[0].getAsType()->getPointeeType();
}

}  // namespace detrain::load
