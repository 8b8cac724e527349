// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --trace=ops: DETRAIN_OP around values, which gives them back unchanged. Around what is assigned, initialised,
// returned and tested, and around results of library functions; behind library functions that are given a buffer, and
// behind parallel regions that reduce into a variable. What the language wants to be constant, heads of for loops,
// operands of sizeof and code that comes out of macros stay as they are.
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <set>

#include "analyzer/rewrite/weave.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

// A number that fits into a register; padding of wider ones has no value.
bool IsNumber(QualType type) {
  if (type.isNull() || type->isDependentType() || type.isVolatileQualified())
    return false;
  type = type.getCanonicalType();
  const auto* builtin = dyn_cast<BuiltinType>(type);
  if (builtin == nullptr)
    return type->isEnumeralType();
  const bool is_wide = builtin->getKind() == BuiltinType::LongDouble || builtin->getKind() == BuiltinType::Int128 ||
                       builtin->getKind() == BuiltinType::UInt128 || builtin->getKind() == BuiltinType::Float128;
  return builtin->isArithmeticType() && !is_wide;
}

bool IsNumber(const Expr* value) {
  return IsNumber(value->getType()) && IsNumber(value->IgnoreParenImpCasts()->getType());
}

// An address that may be computed twice.
bool IsPlain(const Expr* value) {
  value = value->IgnoreParenCasts();
  if (isa<DeclRefExpr, IntegerLiteral, CXXThisExpr>(value))
    return true;
  if (const auto* member = dyn_cast<MemberExpr>(value))
    return IsPlain(member->getBase());
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(value))
    return IsPlain(element->getBase()) && IsPlain(element->getIdx());
  if (const auto* sum = dyn_cast<BinaryOperator>(value))
    return (sum->isAdditiveOp() || sum->isMultiplicativeOp()) && IsPlain(sum->getLHS()) && IsPlain(sum->getRHS());
  if (const auto* unary = dyn_cast<UnaryOperator>(value))
    return (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref) && IsPlain(unary->getSubExpr());
  return false;
}

class OpsWeaver : public RecursiveASTVisitor<OpsWeaver> {
  using Base = RecursiveASTVisitor<OpsWeaver>;

 public:
  OpsWeaver(Weave& weave, const Unit& unit, std::set<std::pair<std::string, unsigned>>& seen)
      : weave_(weave), unit_(unit), seen_(seen) {}

  // Headers are seen by several units; their functions are woven once.
  bool TraverseFunctionDecl(const FunctionDecl* function) {
    if (!IsOurs(function))
      return true;
    const FunctionDecl* before = std::exchange(function_, function);
    TraverseStmt(function->getBody());
    function_ = before;
    return true;
  }
  bool TraverseCXXMethodDecl(const CXXMethodDecl* method) { return TraverseFunctionDecl(method); }
  bool TraverseCXXConstructorDecl(const CXXConstructorDecl* method) { return TraverseFunctionDecl(method); }
  bool TraverseCXXDestructorDecl(const CXXDestructorDecl* method) { return TraverseFunctionDecl(method); }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr*) { return true; }
  bool TraverseOMPAtomicDirective(OMPAtomicDirective* atomic) {
    NoteAtomic(atomic);
    return true;
  }

  bool TraverseForStmt(ForStmt* loop) {
    Statement(loop->getBody());
    return TraverseStmt(loop->getBody());
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt* loop) {
    Statement(loop->getBody());
    return TraverseStmt(loop->getBody());
  }
  bool VisitCompoundStmt(const CompoundStmt* block) {
    for (const Stmt* statement : block->body())
      Statement(statement);
    return true;
  }
  bool VisitWhileStmt(const WhileStmt* loop) {
    Statement(loop->getBody());
    return true;
  }
  bool VisitIfStmt(const IfStmt* choice) {
    Statement(choice->getThen());
    Statement(choice->getElse());
    if (!choice->isConstexpr() && choice->getConditionVariable() == nullptr && choice->getCond() != nullptr)
      Wrap(choice->getCond());
    return true;
  }
  bool VisitReturnStmt(const ReturnStmt* end) {
    const QualType type = function_ != nullptr ? function_->getReturnType() : QualType();
    if (end->getRetValue() != nullptr && IsNumber(type))
      Wrap(end->getRetValue());
    return true;
  }
  bool VisitVarDecl(const VarDecl* variable) {
    const bool is_fixed = variable->isConstexpr() || variable->isStaticLocal() || !variable->isLocalVarDecl() ||
                          (variable->getType().isConstQualified() && variable->getInit() != nullptr &&
                           variable->getInit()->isEvaluatable(unit_.context()));
    const bool has_value = variable->hasInit() && variable->getInitStyle() == VarDecl::CInit &&
                           !isa<InitListExpr>(variable->getInit()->IgnoreImplicit());
    if (has_value && !is_fixed && IsNumber(variable->getType()))
      Wrap(variable->getInit());
    return true;
  }
  bool VisitCallExpr(const CallExpr* call) {
    if (IsLibrary(call) && discarded_.count(call) == 0)
      Wrap(call);
    return true;
  }

  bool TraverseStmt(Stmt* statement) {
    const auto* region = dyn_cast_or_null<OMPExecutableDirective>(statement);
    if (region == nullptr || isa<OMPAtomicDirective>(region))
      return Base::TraverseStmt(statement);
    NoteReductions(region);
    ++regions_;
    Base::TraverseStmt(statement);
    if (--regions_ == 0)
      LogResults(region);
    return true;
  }

 private:
  bool IsOurs(const FunctionDecl* function) {
    const plan::Place place = unit_.PlaceOf(function->getLocation());
    return function->doesThisDeclarationHaveABody() && !function->isConstexpr() && !function->isDefaulted() &&
           !function->isTemplateInstantiation() && !function->hasAttr<CUDAGlobalAttr>() &&
           !function->hasAttr<CUDADeviceAttr>() && unit_.IsUsers(place.file) &&
           seen_.insert({place.file, place.line * 4096 + place.column}).second;
  }

  bool IsLibrary(const CallExpr* call) const {
    const FunctionDecl* callee = call->getDirectCallee();
    return callee != nullptr && !isa<CXXMethodDecl>(callee) && !callee->isOverloadedOperator() &&
           callee->getBuiltinID() != Builtin::BI__builtin_constant_p &&
           !unit_.IsUsers(unit_.PlaceOf(callee->getCanonicalDecl()->getLocation()).file) && !callee->isConstexpr();
  }

  // What is done for its effect.
  void Statement(const Stmt* statement) {
    const auto* value = dyn_cast_or_null<Expr>(statement);
    if (value == nullptr)
      return;
    const Expr* plain = value->IgnoreParenImpCasts();
    if (const auto* cleanups = dyn_cast<ExprWithCleanups>(plain))
      plain = cleanups->getSubExpr()->IgnoreParenImpCasts();
    const auto* operation = dyn_cast<BinaryOperator>(plain);
    const auto* step = dyn_cast<UnaryOperator>(plain);
    if (operation != nullptr && operation->getOpcode() == BO_Comma) {
      Statement(operation->getLHS());
      Statement(operation->getRHS());
    }
    const bool changes =
        (operation != nullptr && operation->isAssignmentOp()) || (step != nullptr && step->isIncrementDecrementOp());
    if (changes && !plain->refersToBitField())
      Wrap(plain);
    if (const auto* call = dyn_cast<CallExpr>(plain)) {
      discarded_.insert(call);
      LogBuffers(call);
    }
  }

  void Wrap(const Expr* value) {
    if (!IsNumber(value) || value->isInstantiationDependent() || wrapped_.count(value->IgnoreParenImpCasts()) != 0)
      return;
    const auto begin = unit_.Before(value), end = unit_.BehindExpr(value);
    if (!begin || !end || begin->file != end->file || begin->offset >= end->offset || !unit_.IsUsers(begin->file))
      return;
    wrapped_.insert(value->IgnoreParenImpCasts());
    weave_.edits.Insert(*begin, Rank::Wrap, "DETRAIN_OP(" + LineOf(value->getBeginLoc()) + ", ", "ops");
    weave_.edits.Insert(*end, Rank::Close, ")", "ops");
  }

  // A library function may have written where its arguments lead: void f(x, out) has no value to log.
  void LogBuffers(const CallExpr* call) {
    if (!IsLibrary(call) || call->getBeginLoc().isMacroID() || call->getEndLoc().isMacroID())
      return;
    const auto begin = unit_.Before(call), end = unit_.BehindExpr(call);
    std::string logs;
    for (const Expr* argument : call->arguments()) {
      const Expr* plain = argument->IgnoreParenImpCasts();
      const QualType type = argument->IgnoreImpCasts()->getType();
      const bool leads = type->isPointerType() || type->isArrayType();
      const QualType pointee = type->isPointerType()         ? type->getPointeeType()
                               : type->isConstantArrayType() ? unit_.context().getAsArrayType(type)->getElementType()
                                                             : QualType();
      if (leads && !pointee.isNull() && !pointee.isConstQualified() && IsNumber(pointee) && IsPlain(plain))
        logs += ", " + Block(plain, LineOf(call->getBeginLoc()));
    }
    if (logs.empty() || !begin || !end || !unit_.IsUsers(begin->file))
      return;
    weave_.edits.Insert(*begin, Rank::Wrap, "((void)", "ops");
    weave_.edits.Insert(*end, Rank::Close, logs + ")", "ops");
  }

  // A variable or an array has a size; behind a pointer only the runtime knows.
  std::string Block(const Expr* argument, const std::string& line) const {
    const auto* address = dyn_cast<UnaryOperator>(argument);
    if (address != nullptr && address->getOpcode() == UO_AddrOf)
      return "DETRAIN_OP_VARIABLE(" + line + ", " + TextOf(address->getSubExpr()) + ")";
    const bool is_array = argument->getType()->isConstantArrayType();
    return (is_array ? "DETRAIN_OP_VARIABLE(" : "DETRAIN_OP_BLOCK(") + line + ", " + TextOf(argument) + ")";
  }

  std::string TextOf(const Expr* value) const {
    return Lexer::getSourceText(CharSourceRange::getTokenRange(value->getSourceRange()), unit_.sources(),
                                unit_.context().getLangOpts())
        .str();
  }

  void NoteReductions(const OMPExecutableDirective* region) {
    for (const auto* clause : region->getClausesOfKind<OMPReductionClause>())
      for (const Expr* variable : clause->varlist())
        Note(variable, region->getBeginLoc());
  }
  void NoteAtomic(const OMPAtomicDirective* atomic) {
    if (atomic->getX() != nullptr)
      Note(atomic->getX(), atomic->getX()->getBeginLoc());
  }
  // Seen behind the outermost region, so it must be a variable that is there, too.
  void Note(const Expr* value, SourceLocation at) {
    const auto* variable = dyn_cast<DeclRefExpr>(value->IgnoreParenImpCasts());
    if (variable != nullptr && IsNumber(variable->getType()))
      results_.emplace_back(variable->getDecl(), LineOf(at));
  }
  void LogResults(const OMPExecutableDirective* region) {
    const auto results = std::exchange(results_, {});
    const Stmt* body = region->hasAssociatedStmt() ? region->getInnermostCapturedStmt()->getCapturedStmt() : nullptr;
    const auto end = body != nullptr ? unit_.Behind(body) : std::nullopt;
    if (!end || !unit_.IsUsers(end->file))
      return;
    for (const auto& [variable, line] : results)
      if (unit_.sources().isBeforeInTranslationUnit(variable->getLocation(), region->getBeginLoc()))
        weave_.edits.Insert(*end, Rank::Close,
                            " DETRAIN_OP_VARIABLE(" + line + ", " + variable->getNameAsString() + ");", "ops");
  }

  std::string LineOf(SourceLocation at) const { return std::to_string(unit_.PlaceOf(at).line); }

  Weave& weave_;
  const Unit& unit_;
  std::set<std::pair<std::string, unsigned>>& seen_;
  const FunctionDecl* function_ = nullptr;
  std::set<const Expr*> wrapped_, discarded_;
  std::vector<std::pair<const ValueDecl*, std::string>> results_;
  int regions_ = 0;
};

}  // namespace

void WeaveOps(Weave& weave) {
  std::set<std::pair<std::string, unsigned>> seen;
  for (const Unit& unit : weave.units)
    OpsWeaver(weave, unit, seen).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
