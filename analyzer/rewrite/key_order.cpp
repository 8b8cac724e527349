// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a unit can tell in which order containers hold keys that are addresses. What is found under a key is the same
// in every order; so the library's own code is passed over, and what else refers to a container's members, its
// iterators or its comparison is looked at, instances of templates too.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "analyzer/load/address_keys.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// Members that give the same in every order. With `end` alone nothing can be reached.
constexpr std::array<std::string_view, 19> kLookups = {
    "at",           "find",    "count",         "contains", "insert", "insert_or_assign", "emplace",
    "emplace_hint", "clear",   "try_emplace",   "empty",    "size",   "max_size",         "end",
    "cend",         "reserve", "get_allocator", "swap",     "rehash"};

// What the library's containers are made of.
constexpr std::array<std::string_view, 16> kContainers = {
    "map",     "multimap", "set",       "multiset", "unordered_", "_Rb_tree", "_Hash",   "_Map_base",
    "_Insert", "_Rehash",  "_Equality", "_Local",   "_Node_",     "_Reuse",   "_Alloc_", "__alloc_node"};

// std::__detail as well.
bool IsStd(const DeclContext& around) {
  return around.isStdNamespace() || (around.isNamespace() && IsStd(*around.getParent()));
}

const ClassTemplateSpecializationDecl* Library(const Decl* declared) {
  const auto* one = dyn_cast_or_null<ClassTemplateSpecializationDecl>(declared);
  return one != nullptr && IsStd(*one->getDeclContext()->getEnclosingNamespaceContext()) &&
                 one->getIdentifier() != nullptr
             ? one
             : nullptr;
}

bool IsOfContainer(const ClassTemplateSpecializationDecl& one) {
  return std::ranges::any_of(kContainers,
                             [&](std::string_view begin) { return one.getName().starts_with(llvm::StringRef(begin)); });
}

// Of a container, or of a class inside one.
bool IsContainersOwn(const Decl& declared) {
  for (const DeclContext* around = declared.getDeclContext(); around != nullptr; around = around->getParent())
    if (const auto* one = Library(dyn_cast<Decl>(around)); one != nullptr && IsOfContainer(*one))
      return true;
  return false;
}

QualType Argument(const ClassTemplateSpecializationDecl& one, unsigned number) {
  const TemplateArgumentList& arguments = one.getTemplateArgs();
  const bool is_type = number < arguments.size() && arguments[number].getKind() == TemplateArgument::Type;
  return is_type ? arguments[number].getAsType().getCanonicalType() : QualType();
}

// What the keys lead to: of a container by its first argument, of an iterator by its element, which may be a pair.
QualType KeyOf(const ClassTemplateSpecializationDecl& one) {
  const QualType first = Argument(one, 0);
  if (first.isNull())
    return {};
  if (const auto* pair = Library(first->getAsCXXRecordDecl()); pair != nullptr && pair->getName() == "pair") {
    const QualType key = Argument(*pair, 0);
    return key.isNull() ? QualType() : key->getPointeeType();
  }
  return first->getPointeeType();
}

bool HasOwnCode(const CXXRecordDecl& record) {
  const CXXDestructorDecl* destructor = record.getDestructor();
  return record.isPolymorphic() || (destructor != nullptr && destructor->isUserProvided()) ||
         std::ranges::any_of(record.methods(), [](const CXXMethodDecl* method) {
           const auto* made = dyn_cast<CXXConstructorDecl>(method);
           const bool is_copy = made != nullptr
                                    ? made->isCopyOrMoveConstructor()
                                    : method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
           return is_copy && method->isUserProvided();
         });
}

class OrderVisitor : public RecursiveASTVisitor<OrderVisitor> {
 public:
  OrderVisitor(const Unit& unit, SeenOrders& seen) : unit_(unit), seen_(seen) {}

  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  [[nodiscard]] bool shouldVisitTemplateInstantiations() const { return true; }
  [[nodiscard]] bool shouldVisitImplicitCode() const { return true; }

  bool TraverseDecl(Decl* declared) {
    const bool is_passed = declared != nullptr && isa<FunctionDecl>(declared) && IsContainersOwn(*declared);
    return is_passed || RecursiveASTVisitor::TraverseDecl(declared);
  }
  // Types and what is only asked of them run no code.
  bool TraverseTypeLoc(TypeLoc /*unused*/, bool /*unused*/ = true) { return true; }
  bool TraverseType(QualType /*unused*/, bool /*unused*/ = true) { return true; }
  bool TraverseStaticAssertDecl(StaticAssertDecl* /*unused*/) { return true; }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr* /*unused*/) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr* /*unused*/) { return true; }
  bool TraverseRequiresExpr(RequiresExpr* /*unused*/) { return true; }
  bool TraverseConceptSpecializationExpr(ConceptSpecializationExpr* /*unused*/) { return true; }

  // Containers destroy and copy what they hold one after the other.
  bool VisitClassTemplateSpecializationDecl(ClassTemplateSpecializationDecl* one) {
    if (Library(one) == nullptr || !IsOfContainer(*one) || KeyOf(*one).isNull())
      return true;
    const bool is_set = !one->getName().ends_with("map");
    std::set<const CXXRecordDecl*> open;
    if (const QualType held = Argument(*one, is_set ? 0 : 1); !held.isNull() && !IsSilent(held, open))
      See(KeyOf(*one));
    return true;
  }
  bool VisitCompoundStmt(CompoundStmt* block) {
    for (const Stmt* statement : block->body())
      Discard(statement);
    return true;
  }
  bool VisitIfStmt(IfStmt* branch) {
    Discard(branch->getThen());
    Discard(branch->getElse());
    return true;
  }
  bool VisitMemberExpr(MemberExpr* named) {
    if (!erased_.contains(named))
      Refer(*named->getMemberDecl());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* named) {
    Refer(*named->getDecl());
    return true;
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

 private:
  void See(QualType pointee) { seen_.insert(pointee.getCanonicalType().getAsOpaquePtr()); }

  // `m.erase(it);`: which element comes behind it, nobody asks.
  void Discard(const Stmt* statement) {
    const auto* whole = dyn_cast_or_null<Expr>(statement);
    const auto* call = whole == nullptr ? nullptr : dyn_cast<CXXMemberCallExpr>(whole->IgnoreImplicit());
    if (call != nullptr && call->getNumArgs() == 1 && call->getMethodDecl() != nullptr &&
        call->getMethodDecl()->getIdentifier() != nullptr && call->getMethodDecl()->getName() == "erase")
      erased_.insert(call->getCallee()->IgnoreParens());
  }

  void Refer(const ValueDecl& declared) {
    const auto* method = dyn_cast<CXXMethodDecl>(&declared);
    const ClassTemplateSpecializationDecl* one = method == nullptr ? nullptr : Library(method->getParent());
    if (one == nullptr)
      return;
    if (load::AddressUseOf(*method))
      return See(load::PointeeOf(*one));
    if (IsOfContainer(*one) && !KeyOf(*one).isNull() && ShowsOrder(*method, *one))
      See(KeyOf(*one));
  }

  static bool ShowsOrder(const CXXMethodDecl& method, const ClassTemplateSpecializationDecl& one) {
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(method))
      return false;
    const bool is_iterator = one.getName().contains("iterator");
    if (method.isOverloadedOperator()) {
      const OverloadedOperatorKind kind = method.getOverloadedOperator();
      return is_iterator ? kind == OO_PlusPlus || kind == OO_MinusMinus : kind != OO_Subscript && kind != OO_Equal;
    }
    if (is_iterator || method.getIdentifier() == nullptr)
      return false;
    if (method.getName() == "erase")
      return method.getNumParams() != 1 || IsIterator(method.getParamDecl(0)->getType());
    return std::ranges::find(kLookups, std::string_view(method.getName())) == kLookups.end();
  }

  static bool IsIterator(QualType type) {
    const auto* one = Library(type.getNonReferenceType()->getAsCXXRecordDecl());
    return one != nullptr && one->getName().contains("iterator");
  }

  // No code of the program runs where such a value is destroyed or copied.
  bool IsSilent(QualType type, std::set<const CXXRecordDecl*>& open) const {
    const CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (record == nullptr)
      return !type->isFunctionType() && !type->isReferenceType();
    if (!open.insert(record->getCanonicalDecl()).second)
      return true;
    const CXXRecordDecl* whole = record->getDefinition();
    if (whole == nullptr)
      return false;
    if (!unit_.IsUsers(unit_.PlaceOf(whole->getLocation()).file))
      return IsSilentLibrary(*whole, open);
    return !HasOwnCode(*whole) && std::ranges::all_of(whole->fields(), [&](const FieldDecl* field) {
      return IsSilent(field->getType(), open);
    }) && std::ranges::all_of(whole->bases(), [&](const CXXBaseSpecifier& base) {
      return IsSilent(base.getType(), open);
    });
  }

  bool IsSilentLibrary(const CXXRecordDecl& record, std::set<const CXXRecordDecl*>& open) const {
    const auto* one = dyn_cast<ClassTemplateSpecializationDecl>(&record);
    return one == nullptr || std::ranges::all_of(one->getTemplateArgs().asArray(), [&](const TemplateArgument& a) {
             if (a.getKind() == TemplateArgument::Pack)
               return std::ranges::all_of(a.pack_elements(), [&](const TemplateArgument& e) {
                 return e.getKind() != TemplateArgument::Type || IsSilent(e.getAsType(), open);
               });
             return a.getKind() != TemplateArgument::Type || IsSilent(a.getAsType(), open);
           });
  }

  const Unit& unit_;
  SeenOrders& seen_;
  std::set<const Expr*> erased_;
};

}  // namespace

SeenOrders OrdersSeenIn(const Unit& unit) {
  SeenOrders seen;
  OrderVisitor(unit, seen).TraverseDecl(unit.context().getTranslationUnitDecl());
  return seen;
}

}  // namespace detrain::rewrite
