// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that add up in an order of the library's own: std::reduce, std::transform_reduce and the scans of
// floating-point numbers under a parallel policy, and oneTBB's parallel_reduce and parallel_sort. The call goes to a
// function of detrain/shards.hpp or detrain/tbb.hpp with the same arguments; so does a parallel_for whose body is more
// than one loop over its range, and may hold what depends on where the range begins.
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

#include "analyzer/rewrite/shard_text.h"

namespace detrain::rewrite {

using namespace clang;

namespace {

const CXXRecordDecl* RecordOf(const Expr* e) {
  return e->getType().getNonReferenceType()->getAsCXXRecordDecl();
}

QualType TypeOf(const Expr* e) {
  return e->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

bool IsTbbs(const NamedDecl& declaration) {
  return declaration.getQualifiedNameAsString().starts_with("tbb::");
}

bool IsOf(const Expr* argument, llvm::StringRef name) {
  const CXXRecordDecl* record = RecordOf(argument);
  return record != nullptr && record->getName() == name && IsTbbs(*record);
}

bool HasArgument(const CallExpr& call, llvm::StringRef name) {
  return std::ranges::any_of(call.arguments(), [&](const Expr* argument) { return IsOf(argument, name); });
}

// Whether the function object does nothing but one loop: what it does for an item does not depend on the range.
bool IsOneLoop(const Expr* body) {
  const CXXRecordDecl* record = RecordOf(body);
  if (record == nullptr || !record->hasDefinition())
    return false;
  const CXXMethodDecl* run = record->isLambda() ? record->getLambdaCallOperator() : nullptr;
  for (const CXXMethodDecl* method : record->methods())
    if (run == nullptr && method->getOverloadedOperator() == OO_Call)
      run = method;
  const auto* text = run != nullptr ? dyn_cast_or_null<CompoundStmt>(run->getBody()) : nullptr;
  return text != nullptr && text->size() == 1 && isa<ForStmt, CXXForRangeStmt>(text->body_front());
}

// The function of the runtime that takes the call's place; empty: it stays.
std::string TbbFunctionFor(const CallExpr& call, llvm::StringRef name) {
  const bool is_reduction =
      name == "parallel_reduce" || (name == "parallel_deterministic_reduce" && HasArgument(call, "static_partitioner"));
  const unsigned count = call.getNumArgs();
  if (name == "parallel_sort")  // of two iterators, not of a container
    return count >= 2 && TypeOf(call.getArg(0)) == TypeOf(call.getArg(1)) ? "detrain::SortShards<" : "";
  if ((!is_reduction && name != "parallel_for") || count < 2 || HasArgument(call, "task_group_context") ||
      RecordOf(call.getArg(0)) == nullptr)
    return {};
  if (name == "parallel_for")
    return IsOneLoop(call.getArg(1)) || RecordOf(call.getArg(1)) == nullptr ? "" : "detrain::ForRangeShards<";
  if (call.getType()->isVoidType())
    return "detrain::JoinRangeShards<";
  return call.getType()->isIntegralOrEnumerationType() ? "" : "detrain::ReduceRangeShards<";
}

bool HasPolicy(const CallExpr& call) {
  const auto* policy = call.getNumArgs() == 0 ? nullptr : RecordOf(call.getArg(0));
  return policy != nullptr &&
         (policy->getName() == "parallel_policy" || policy->getName() == "parallel_unsequenced_policy");
}

// What an iterator, or another argument, stands for: the type behind a pointer, and behind the class of an iterator.
QualType ElementOf(const Expr* argument) {
  QualType type = TypeOf(argument);
  const auto* iterator = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (iterator != nullptr && iterator->getTemplateArgs().size() > 0 &&
      iterator->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
    type = iterator->getTemplateArgs()[0].getAsType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

// A scan of integers is the same in any order.
std::string ScanFor(const CallExpr& call, llvm::StringRef name) {
  if (std::ranges::none_of(call.arguments(), [](const Expr* e) { return ElementOf(e)->isFloatingType(); }))
    return {};
  return name == "inclusive_scan"             ? "detrain::InclusiveScanShards<"
         : name == "exclusive_scan"           ? "detrain::ExclusiveScanShards<"
         : name == "transform_inclusive_scan" ? "detrain::TransformInclusiveScanShards<"
         : name == "transform_exclusive_scan" ? "detrain::TransformExclusiveScanShards<"
                                              : "";
}

std::string StdFunctionFor(const CallExpr& call, llvm::StringRef name) {
  if (!HasPolicy(call))
    return {};
  if (name.ends_with("_scan"))
    return ScanFor(call, name);
  if (!call.getType()->isFloatingType())
    return {};
  return name == "reduce"             ? "detrain::ReduceShards<"
         : name == "transform_reduce" ? "detrain::TransformReduceShards<"
                                      : "";
}

class AlgorithmWeaver : public RecursiveASTVisitor<AlgorithmWeaver> {
 public:
  AlgorithmWeaver(Weave& weave, const Unit& unit, unsigned shards)
      : weave_(weave), text_(weave, unit), count_(std::to_string(shards)) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is meant to be used
  bool VisitCallExpr(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    const auto* named = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    if (callee == nullptr || named == nullptr || named->hasExplicitTemplateArgs() || callee->getIdentifier() == nullptr)
      return true;
    if (callee->isInStdNamespace())
      Write(*call, *named, StdFunctionFor(*call, callee->getName()), weave_.has_algorithms);
    else if (IsTbbs(*callee))
      Write(*call, *named, TbbFunctionFor(*call, callee->getName()), weave_.has_tbb);
    return true;
  }

 private:
  void Write(const CallExpr& call, const DeclRefExpr& named, const std::string& function,
             std::set<const Unit*>& users) {
    const Unit& unit = text_.unit();
    const auto begin = unit.Before(&named), end = unit.BehindExpr(&named);
    if (function.empty() || !begin || !end || begin->file != end->file || !unit.IsUsers(begin->file))
      return;
    text_.Replace(named.getBeginLoc(), *begin, end->offset, function + count_ + ">");
    text_.ChangesNumbers(call.getBeginLoc(), function.starts_with("detrain::For")
                                                 ? "the range is cut into " + count_ + " shards"
                                             : function.starts_with("detrain::Sort")
                                                 ? "equal elements stay in their order"
                                                 : "the sum is that of " + count_ + " shards, by a fixed tree");
    users.insert(&unit);
  }

  Weave& weave_;
  ShardText text_;
  const std::string count_;
};

const NamespaceDecl* NamespaceIn(const DeclContext& around, ASTContext& context, llvm::StringRef name) {
  const auto found = around.lookup(&context.Idents.get(name));
  return found.empty() ? nullptr : dyn_cast<NamespaceDecl>(found.front());
}

// The library itself, or the parallel algorithms over it.
bool HasTbb(const Unit& unit) {
  ASTContext& context = unit.context();
  const TranslationUnitDecl& all = *context.getTranslationUnitDecl();
  const NamespaceDecl* algorithms = NamespaceIn(all, context, "__pstl");
  return NamespaceIn(all, context, "tbb") != nullptr ||
         (algorithms != nullptr && NamespaceIn(*algorithms, context, "__tbb_backend") != nullptr);
}

}  // namespace

void WeaveAlgorithms(Weave& weave, const Unit& unit, unsigned shards) {
  if (HasTbb(unit))
    weave.has_tbb.insert(&unit);
  AlgorithmWeaver(weave, unit, shards).TraverseDecl(unit.context().getTranslationUnitDecl());
}

}  // namespace detrain::rewrite
