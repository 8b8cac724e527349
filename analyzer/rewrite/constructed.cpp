// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that a constructor leaves without a value: `std::poisson_distribution` computes its tables for large means
// only, `std::optional` has no value at first. What the stack happened to hold there would be compared, or saved. In
// the program's own classes such a member starts as zero by its declaration, or in the constructor's body where the
// language is too old for that; of another class, a variable's bytes are cleared in front of the constructor.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "analyzer/rewrite/initial.h"
#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

using Fields = std::set<const FieldDecl*>;

// What a body sets, whatever happens.
class SetByBody {
 public:
  explicit SetByBody(Fields& set) : set_(set) {}

  // Up to where it may return.
  void Add(const Stmt* body) {
    const auto* block = dyn_cast_or_null<CompoundStmt>(body);
    if (block == nullptr)
      return;
    for (const Stmt* s : block->body())
      if (const auto* e = dyn_cast<Expr>(s))
        AddExpression(e->IgnoreImplicit());
      else if (const auto* loop = dyn_cast<ForStmt>(s))
        AddElements(loop->getBody());
      else if (isa<CompoundStmt>(s))
        Add(s);
      else if (!isa<DeclStmt>(s))
        break;
  }

 private:
  static const FieldDecl* Own(const Expr* e) {
    const auto* member = dyn_cast<MemberExpr>(e->IgnoreParenImpCasts());
    const bool is_own = member != nullptr && isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts());
    return is_own ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
  }

  // `this->m = ...`, `m = n = ...`, `seed(s)`.
  void AddExpression(const Expr* e) {
    if (const auto* assignment = dyn_cast<BinaryOperator>(e);
        assignment != nullptr && assignment->getOpcode() == BO_Assign) {
      if (const FieldDecl* field = Own(assignment->getLHS()))
        set_.insert(field);
      AddExpression(assignment->getRHS()->IgnoreImplicit());
    }
    const auto* call = dyn_cast<CXXMemberCallExpr>(e);
    const bool is_own = call != nullptr && isa<CXXThisExpr>(call->getImplicitObjectArgument()->IgnoreParenImpCasts());
    const FunctionDecl* called = is_own ? call->getMethodDecl() : nullptr;
    if (called != nullptr && called->getBody(called) != nullptr && calls_.insert(called).second)
      Add(called->getBody());
  }

  // A loop of the library over the elements of an array goes through all of them: a generator's state. What bounds
  // the program's loops is not asked.
  void AddElements(const Stmt* body) {
    const auto* block = dyn_cast<CompoundStmt>(body);
    const auto add = [&](const Stmt* s) {
      const auto* assignment = dyn_cast<BinaryOperator>(s);
      const auto* element = assignment != nullptr && assignment->getOpcode() == BO_Assign
                                ? dyn_cast<ArraySubscriptExpr>(assignment->getLHS()->IgnoreParens())
                                : nullptr;
      const FieldDecl* field = element != nullptr ? Own(element->getBase()) : nullptr;
      if (field != nullptr && field->getASTContext().getSourceManager().isInSystemHeader(field->getLocation()))
        set_.insert(field);
    };
    if (block == nullptr)
      add(body);
    else
      std::ranges::for_each(block->body(), add);
  }

  Fields& set_;
  std::set<const FunctionDecl*> calls_;
};

// Whether an object of the type has no value when nothing is said of it.
bool StartsWithout(QualType type) {
  const auto* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr)
    return !type->isReferenceType();
  return record->hasDefinition() && record->hasTrivialDefaultConstructor() && !record->isEmpty();
}

const CXXConstructExpr* Construction(const Expr* init) {
  if (const auto* by_default = dyn_cast<CXXDefaultInitExpr>(init))
    init = by_default->getExpr();
  return dyn_cast<CXXConstructExpr>(init->IgnoreImplicit());
}

// The constructor's own members that it leaves without a value. A copy has what the original has.
Fields LeftBy(const CXXConstructorDecl& constructor) {
  Fields left, set;
  if (constructor.isCopyOrMoveConstructor() || constructor.isDelegatingConstructor())
    return left;
  for (const CXXCtorInitializer* init : constructor.inits()) {
    const auto* made = init->isAnyMemberInitializer() ? Construction(init->getInit()) : nullptr;
    const bool does_nothing = made != nullptr && made->getConstructor()->isTrivial() &&
                              !made->requiresZeroInitialization() && made->getNumArgs() == 0;
    if (init->isAnyMemberInitializer() && !does_nothing)
      set.insert(init->getAnyMember());
  }
  SetByBody(set).Add(constructor.getBody());
  const bool is_union = constructor.getParent()->isUnion();
  for (const FieldDecl* field : constructor.getParent()->fields())
    if (!set.contains(field) && !field->hasInClassInitializer() && (is_union || StartsWithout(field->getType())))
      left.insert(field);
  return left;
}

// Bytes of an object.
struct Bytes {
  std::uint64_t begin, end;
};

bool IsUsers(const Unit& unit, const FieldDecl& field) {
  const auto at = unit.At(field.getLocation());
  return at && unit.IsUsers(at->file);
}

// What a construction leaves without a value, with all that it constructs in turn. Members of the program's classes are
// seen to where they are declared.
class LeftBytes {
 public:
  explicit LeftBytes(const Unit& unit) : unit_(unit) {}

  void Add(const CXXConstructExpr& made, std::uint64_t at) {
    const FunctionDecl* defined = nullptr;
    if (made.requiresZeroInitialization() || !made.getConstructor()->getBody(defined))
      return;
    const auto& constructor = *cast<CXXConstructorDecl>(defined);
    const CXXRecordDecl& record = *constructor.getParent();
    for (const FieldDecl* field : LeftBy(constructor))
      if (!IsUsers(unit_, *field))
        bytes_.push_back({at + OffsetOf(*field), at + OffsetOf(*field) + SizeOf(field->getType())});
    for (const CXXCtorInitializer* init : constructor.inits())
      if (const auto* inner = Construction(init->getInit()))
        Add(*inner, at + PlaceOf(*init, record));
  }
  [[nodiscard]] const std::vector<Bytes>& bytes() const { return bytes_; }

 private:
  [[nodiscard]] std::uint64_t OffsetOf(const FieldDecl& field) const {
    return unit_.context().getFieldOffset(&field) / 8;
  }
  [[nodiscard]] std::uint64_t SizeOf(QualType type) const {
    return static_cast<std::uint64_t>(unit_.context().getTypeSizeInChars(type).getQuantity());
  }
  // Of what the initialiser makes. A virtual base is taken to lie in front, where no member can be.
  [[nodiscard]] std::uint64_t PlaceOf(const CXXCtorInitializer& init, const CXXRecordDecl& record) const {
    if (init.isAnyMemberInitializer())
      return OffsetOf(*init.getAnyMember());
    const bool has_place = init.isBaseInitializer() && !init.isBaseVirtual();
    const auto* base = has_place ? init.getBaseClass()->getAsCXXRecordDecl() : nullptr;
    const ASTRecordLayout& layout = unit_.context().getASTRecordLayout(&record);
    return base != nullptr ? static_cast<std::uint64_t>(layout.getBaseClassOffset(base).getQuantity()) : 0;
  }

  const Unit& unit_;
  std::vector<Bytes> bytes_;
};

// How much of a short text counts, its length says; what is in a stream is its own affair.
bool LeavesCompared(const Unit& unit, const CXXConstructExpr& made, const plan::Region& region) {
  LeftBytes left(unit);
  left.Add(made, 0);
  return std::ranges::any_of(region.leaves, [&](const plan::Leaf& leaf) {
    return IsCompared(leaf) && leaf.dtype != plan::DType::ShortText && !plan::IsStream(leaf.dtype) &&
           std::ranges::any_of(left.bytes(),
                               [&](const Bytes& b) { return b.begin <= leaf.offset && leaf.offset < b.end; });
  });
}

bool CanHaveInitialiser(const Unit& unit, const FieldDecl& field) {
  const LangOptions& language = unit.context().getLangOpts();
  const auto* type = field.getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return language.CPlusPlus11 && !field.getName().empty() && !field.getParent()->isUnion() &&
         (!field.isBitField() || language.CPlusPlus20) && !field.getType()->isIncompleteArrayType() &&
         (type == nullptr || !type->isUnion());
}

class ConstructorVisitor : public RecursiveASTVisitor<ConstructorVisitor> {
 public:
  ConstructorVisitor(Weave& weave, const Unit& unit, const std::set<std::string>& compared)
      : weave_(weave), unit_(unit), compared_(compared) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCXXConstructorDecl(CXXConstructorDecl* constructor) {
    if (!constructor->isThisDeclarationADefinition() || !constructor->isUserProvided())
      return true;
    for (const FieldDecl* field : LeftBy(*constructor))
      if (compared_.contains(field->getNameAsString()) && IsUsers(unit_, *field))
        SetToZero(*constructor, *field);
    return true;
  }

 private:
  void SetToZero(const CXXConstructorDecl& constructor, const FieldDecl& field) {
    const auto* body = dyn_cast_or_null<CompoundStmt>(constructor.getBody());
    const std::string name = "this->" + field.getNameAsString();
    if (CanHaveInitialiser(unit_, field)) {
      if (const auto at = BehindDeclarator(unit_, field))
        weave_.edits.InsertOnce(*at, Rank::Wrap, "{}", "initialise");
    } else if (body != nullptr && !unit_.context().getLangOpts().CPlusPlus11 && !field.isBitField()) {
      if (const auto at = unit_.At(body->getLBracLoc().getLocWithOffset(1)))
        weave_.edits.InsertOnce(*at, Rank::Wrap, " __builtin_memset(&" + name + ", 0, sizeof " + name + ");",
                                "initialise");
    }
  }

  Weave& weave_;
  const Unit& unit_;
  const std::set<std::string>& compared_;
};

}  // namespace

void ClearBeforeConstructor(Weave& weave, const Unit& unit, const VarDecl& variable, const plan::Region& region) {
  const auto* made = variable.hasInit() ? dyn_cast<CXXConstructExpr>(variable.getInit()->IgnoreImplicit()) : nullptr;
  // That what is made behind the comma is made in the variable itself is a rule since C++17.
  if (made == nullptr || !unit.context().getLangOpts().CPlusPlus17 || !variable.getType()->isRecordType() ||
      variable.getType().isConstQualified() || variable.getType()->getContainedDeducedType() != nullptr ||
      !LeavesCompared(unit, *made, region))
    return;
  const std::string name = variable.getNameAsString();
  const std::string clear = "(detrain_clear(&" + name + ", sizeof " + name + "), decltype(" + name + ")";
  const auto around = [&](const std::optional<Spot>& before, const std::optional<Spot>& behind, const std::string& left,
                          const std::string& right) {
    if (!before || !behind)
      return;
    weave.edits.InsertOnce(*before, Rank::Open, left, "initialise");
    weave.edits.InsertOnce(*behind, Rank::Close, right, "initialise");
  };
  const SourceRange given = made->getParenOrBraceRange();
  if (variable.getInitStyle() == VarDecl::CInit) {
    const bool is_list = made->isListInitialization() && !isa<CXXTemporaryObjectExpr>(made);
    around(unit.Before(made), unit.BehindExpr(made), clear + (is_list ? "" : "("), is_list ? ")" : "))");
  } else if (given.isValid()) {
    around(unit.At(given.getBegin()), unit.At(given.getEnd().getLocWithOffset(1)), " = " + clear, ")");
  } else if (const auto at = BehindDeclarator(unit, variable)) {
    weave.edits.InsertOnce(*at, Rank::Wrap, " = " + clear + "())", "initialise");
  }
}

void WeaveConstructed(Weave& weave) {
  const std::set<std::string> compared = ComparedNames(weave.plan);
  for (const Unit& unit : weave.units)
    if (unit.IsCxx())
      ConstructorVisitor(weave, unit, compared).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
