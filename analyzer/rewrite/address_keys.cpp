// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containers whose keys are addresses: std::less and std::hash of them go by the runtime's numbers of blocks. The
// generated header says so in front of the program's text, which stays as it is.
#include "analyzer/load/address_keys.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

#include <optional>
#include <set>
#include <string>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// Declares the classes that a type is made of, each in its namespace.
class Declarations {
 public:
  explicit Declarations(const ASTContext& context) : policy_(context.getPrintingPolicy()) {}

  void Add(QualType type) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !known_.insert(record->getCanonicalDecl()).second)
      return;
    if (const auto* one = dyn_cast<ClassTemplateSpecializationDecl>(record))
      return AddTemplate(*one);
    text_ += Inside(*record, std::string(record->getKindName()) + " " + record->getName().str() + ";") + "\n";
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void AddTemplate(const ClassTemplateSpecializationDecl& one) {
    for (const TemplateArgument& argument : one.getTemplateArgs().asArray())
      if (argument.getKind() == TemplateArgument::Type)
        Add(argument.getAsType());
    const ClassTemplateDecl* made = one.getSpecializedTemplate();
    if (!known_.insert(made->getCanonicalDecl()).second)
      return;
    std::string parameters;
    for (const NamedDecl* parameter : *made->getTemplateParameters()) {
      const auto* number = dyn_cast<NonTypeTemplateParmDecl>(parameter);
      parameters += (parameters.empty() ? "" : ", ") +
                    (number != nullptr ? number->getType().getAsString(policy_) : std::string("typename"));
    }
    const CXXRecordDecl* record = made->getTemplatedDecl();
    text_ += Inside(*record, "template <" + parameters + "> " + record->getKindName().str() + " " +
                                 record->getName().str() + ";") +
             "\n";
  }

  static std::string Inside(const Decl& declared, std::string text) {
    const DeclContext* around = declared.getDeclContext()->getRedeclContext();
    for (; !around->isTranslationUnit(); around = around->getParent()->getRedeclContext()) {
      const auto& space = *cast<NamespaceDecl>(around);
      text = std::string(space.isInline() ? "inline " : "") + "namespace " +
             (space.isAnonymousNamespace() ? "" : space.getName().str() + " ") + "{ " + text + " }";
    }
    return text;
  }

  PrintingPolicy policy_;
  std::set<const Decl*> known_;
  std::string text_;
};

const ClassTemplateDecl* TemplateIn(const NamespaceDecl& space, ASTContext& context, llvm::StringRef name) {
  for (const NamedDecl* found : space.lookup(&context.Idents.get(name)))
    if (const auto* made = dyn_cast<ClassTemplateDecl>(found))
      return made;
  return nullptr;
}

// At the class, where it is the program's own.
void Note(Weave& weave, const Unit& unit, const ClassTemplateSpecializationDecl& functor, const std::string& key,
          bool is_hash) {
  const CXXRecordDecl* record = load::PointeeOf(functor)->getAsCXXRecordDecl();
  const std::string message = "containers that " + std::string(is_hash ? "hash" : "order") + " '" + key +
                              "' do so by when a block was first met, not by its address";
  const plan::Place declared = record == nullptr ? plan::Place{} : unit.PlaceOf(record->getLocation());
  const plan::Place place = unit.IsUsers(declared.file) ? declared : plan::Place{unit.MainFile(), 1, 1};
  for (const Remark& known : weave.changes_numbers)
    if (known.place == place && known.message == message)
      return;
  weave.changes_numbers.push_back({place, message});
}

}  // namespace

void WeaveAddressKeys(Weave& weave, const Unit& unit) {
  ASTContext& context = unit.context();
  PrintingPolicy policy = context.getPrintingPolicy();
  policy.adjustForCPlusPlus();
  policy.FullyQualifiedName = true;
  policy.SuppressUnwrittenScope = true;  // of namespaces without a name
  Declarations declarations(context);
  std::string functors;
  std::optional<SeenOrders> seen;
  for (const NamedDecl* found : context.getTranslationUnitDecl()->lookup(&context.Idents.get("std"))) {
    const auto* space = dyn_cast<NamespaceDecl>(found);
    for (const char* name : {"less", "hash"}) {
      const ClassTemplateDecl* made = space == nullptr ? nullptr : TemplateIn(*space, context, name);
      if (made == nullptr)
        continue;
      for (const ClassTemplateSpecializationDecl* functor : made->specializations()) {
        const auto use = load::AddressUseOf(*functor);
        if (!use)
          continue;
        const QualType pointee = load::PointeeOf(*functor).getCanonicalType();
        const bool is_hash = use == load::AddressUse::Hash;
        const std::string type = pointee.getAsString(policy);
        declarations.Add(pointee);
        functors += "template <>\nstruct std::" + std::string(name) + "<" + type + "*> : detrain::Address" +
                    (is_hash ? "Hash<" : "Less<") + type + "> {};\n";
        if (!seen)
          seen = OrdersSeenIn(unit);
        if (seen->contains(pointee.getAsOpaquePtr()))
          Note(weave, unit, *functor, type + "*", is_hash);
      }
    }
  }
  if (!functors.empty())
    weave.address_keys[&unit] = "#include <detrain/address_keys.hpp>\n" + declarations.text() + functors;
}

}  // namespace detrain::rewrite
